# < wcache.json
s/{"in": "F", "on": "DATA", "do": \["fill except line.dirty", "complete"/{"in": "F", "on": "DATA", "do": ["complete"/
s/"respond msg", "replay", "release mshr"\], "next": "I"/"respond line", "replay", "release mshr"], "next": "I"/
s/"A": {"transient": true,/"A": {"transient": true, "valid": "dirty",/
