# rfo.json
# The directory takes a write-back for the last word about a line, though the HAVE2 before it is still under way.
# run: -w episodes -n 40000 -O lines=4 -O words=2 -c hold=10 -c hold_cycles=1000 -c evict=30 -s 1
s/{"in": "GW", "on": "PUTM2", "do": \["fill", "line.dirty = true", "send PUTACK2{} to msg.src"\], "next": "SW"/{"in": "GW", "on": "PUTM2", "do": ["fill", "line.dirty = true", "send PUTACK2{} to msg.src", "@end"], "next": "S"/
