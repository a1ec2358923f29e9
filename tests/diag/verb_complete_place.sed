# < directory.json
s/"in": "S", "on": "INV", "do": \["send INVACK{} to home"\]/"in": "S", "on": "INV", "do": ["complete", "send INVACK{} to home"]/
s/"in": \["S", "SM"\], "on": "load", "do": \["hit"/"in": ["S", "SM"], "on": "load", "do": ["complete"/
