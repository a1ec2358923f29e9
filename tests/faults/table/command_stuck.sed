# commands.json
# A wait for no stores at all is never over.
# by: walk
s/"when": "out > command.left"/"when": "out >= command.left"/
