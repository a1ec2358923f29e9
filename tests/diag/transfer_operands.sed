# < commands.json
s/"drop":  {"doc"/"fetch": {"transfer": "in", "operands": {"size": {"type": "uses", "values": [1]}}}, &/
