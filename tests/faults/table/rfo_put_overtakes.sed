# rfo.json
# The directory takes a write-back for the last word about a line, though the HAVE2 before it is still under way.
s/{"in": "GW", "on": "PUTM2", "do": \["fill", "line.dirty = true", "send PUTACK2{} to msg.src"\], "next": "SW"/{"in": "GW", "on": "PUTM2", "do": ["fill", "line.dirty = true", "send PUTACK2{} to msg.src", "@end"], "next": "S"/
