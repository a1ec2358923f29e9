s/"WBACK": \(.*\)"payload": "line"/"WBACK": \1"payload": "word"/
s/"FILL": \(.*\)"payload": "line"/"FILL": \1"payload": "atomic"/
