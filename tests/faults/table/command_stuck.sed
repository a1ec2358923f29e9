# commands.json
# A wait for no stores at all is never over.
# by: watchdog
s/"when": "out > command.left"/"when": "out >= command.left"/
