# < commands.json
s/"from": {"type": "place", "values": \[0, 1028\]/"uses": {"type": "place", "values": [0, 1028]/; s/command.from/command.uses/g
