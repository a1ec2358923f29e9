# < commands.json
s/"when": "line.left > 0"/"when": "line.left > command.uses"/
