# qr.json
# A load is served from the write cache that has some of its bytes.
s/{"in": "D", "on": "LOAD", "when": "bytes - line\.dirty == {}"/{"in": "D", "on": "LOAD", "when": "bytes \& line.dirty != {}"/
