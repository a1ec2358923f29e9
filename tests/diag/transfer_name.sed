# < commands.json
s/"drop":  {"doc"/"fetch": {"transfer": "in"}, &/; s/"from": {"type": "place", "values"/"row": {"type": "place", "values"/; s/command.from/command.row/g
