# < commands.json
s/limit = command.uses/limit = command.use/
