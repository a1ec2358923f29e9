# records.json
# A line is asked for again while it is written back: the home takes the request for one of a core that has it.
s/"when": "out.found", "do": \["stall"\]/"when": "out.found \&\& out.recalled", "do": ["stall"]/
