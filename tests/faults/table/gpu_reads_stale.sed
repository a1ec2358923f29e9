# mixed.json
# A GPU's read is answered with what the home has, though a CPU has the only copy and has written to it.
# by: oracle
s/"in": "M", "on": \["GETS", "READ"\]/"in": "M", "on": "GETS"/
s/"in": "S", "on": "READ"/"in": ["S", "M"], "on": "READ"/
