# < accesses.json
s/"label": {"command": "label"}/"label": {"command": "label", "operands": "tile"}/
