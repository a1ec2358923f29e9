# < registry.json
s/"l1": {/"l1": {"structures": {"some": {"kind": "ring", "entries": 2}},/
