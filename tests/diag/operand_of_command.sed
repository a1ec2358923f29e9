# < accesses.json
s/"machines": {/"machines": {"l1": {"operands": {"tile": {"type": "tile", "values": [0]}}},/
