s/"fill except line.dirty", \(.*\)"next": "V"/"fill", \1"next": "V"/
