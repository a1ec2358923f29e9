# < commands.json
s/"drop":  {"doc"/"fetch": {"transfer": "in"}, &/; /"doc": "a local memory of the core"/,/"home": {/{s/"load": {"core": "load"}, //; /"on": "load"/d}
