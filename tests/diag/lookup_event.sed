# < mappings.json
s/"change": "command.number", "age"/"changes": "command.number", "age"/
