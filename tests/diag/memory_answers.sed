s/^\(    "FILL":  .*\)$/\1,\n    "DONE": {"net": "mem", "from": "memory", "to": "l2", "class": "response", "payload": "line"}/
s/, "FILL"\]/, "FILL", "DONE"]/
s/"on": "FILL"/"on": ["FILL", "DONE"]/
