# partition.json
# A load passes the bytes that its own core has stored to the line, unless they are all it asks for.
# by: oracle
s/{"in": "D", "on": \["LOAD", "ATOMIC"\], "when"/{"in": "D", "on": "ATOMIC", "when"/
