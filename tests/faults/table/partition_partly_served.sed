# partition.json
# A load is answered from the write cache, although some of its bytes are not there.
s/{"in": "D", "on": "LOAD", "when": "bytes - line.dirty == {}"/{"in": "D", "on": "LOAD", "when": "bytes \& line.dirty != {}"/
