s/"write", "line.dirty = bytes", /"write", /
