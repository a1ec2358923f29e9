# < commands.json
s/"drop":  {"doc"/"fetch": {"transfer": "in"}, "load": {"transfer": "in"}, &/
