s/"line.dirty = true"/"line.dirty = 1"/
