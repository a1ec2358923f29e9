# < commands.json --set slots=2
s/"drop":  {"doc"/"fetch": {"transfer": "in"}, &/
