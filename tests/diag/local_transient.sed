# < local.json
s/"W":  {"doc": "somebody has"}/"W":  {"doc": "somebody has"}, "X": {"transient": true, "doc": "no"}/
