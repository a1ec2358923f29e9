# < commands.json
s/"limit = command.uses"/"limit = 2"/
