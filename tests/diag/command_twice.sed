# < commands.json
s/"label": {"command": "label"}}/"label": {"command": "label"}, "again": {"command": "drop"}}/; s/{"on": "label", "do": \["from/{"on": "again", "do": ["respond"]}, &/
