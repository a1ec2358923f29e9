# records.json
# What leaves is forgotten as soon as the home has it, also if a recall is on its way, which then finds no record of it.
s/"when": "msg.crossed && !out.recalled"/"when": "msg.crossed \&\& out.recalled"/
