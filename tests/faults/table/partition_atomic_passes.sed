# partition.json
# An atomic passes the bytes that its own core has stored to the line.
# by: oracle
s/{"in": "D", "on": \["LOAD", "ATOMIC"\], "when"/{"in": "D", "on": "LOAD", "when"/
