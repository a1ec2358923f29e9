# rfo.json
# What a compute unit has written to another one's line is given up by the L2 as if the L3 had it.
# by: oracle
s/{"in": "XB", "on": "WBDATA", "do": \["fill", "line.dirty = true", /{"in": "XB", "on": "WBDATA", "do": ["fill", /
