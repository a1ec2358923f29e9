# < commands.json
s/"do": \["limit = command.uses", "respond"\]/"do": ["limit = command.uses"]/
