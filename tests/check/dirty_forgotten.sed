# A write does not make the line dirty: after an eviction memory gives the old value.
s/"do": \["write", "line.dirty = true", /"do": ["write", /
