# < commands.json
s/"drop":  {"doc"/"fetch": {"transfer": "into"}, &/
