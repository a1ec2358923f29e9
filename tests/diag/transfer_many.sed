# < commands.json
s/"drop":  {"doc"/"fetch": {"transfer": "in"}, &/; s/"drop":  {"doc"/"six": {"operands": {"a": {"type": "bool", "values": [true]}, "b": {"type": "bool", "values": [true]}, "c": {"type": "bool", "values": [true]}, "d": {"type": "bool", "values": [true]}, "e": {"type": "bool", "values": [true]}, "f": {"type": "bool", "values": [true]}}}, &/
