# An atomic does not make the line dirty: after an eviction it is lost.
s/"do": \["atomic", "line.dirty = true", /"do": ["atomic", /
