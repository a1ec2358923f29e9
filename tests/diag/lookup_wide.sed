# < mappings.json
s/"change": "command.number", "age"/"change": "command.number + 1", "age"/
