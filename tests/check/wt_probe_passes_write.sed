# ... while a write through it is under way.
s/{"in": "VW", "on": "PROBE", "do": \["send PROBED{} to home"\], "next": "IW"}/{"in": "VW", "on": "PROBE", "do": ["send PROBED{} to home"]}/
