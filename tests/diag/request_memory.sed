# < deferral.json
s/"do": \["fill", "replay", "release mshr"\], "next": "S"}/"do": ["fill", "line.owner = core(msg.request)", "replay", "release mshr"], "next": "S"}/
