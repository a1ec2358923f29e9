# < commands.json
s/{"command": "drop"}/{"command": "dorp"}/
