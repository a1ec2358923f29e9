# The L2 keeps its copy when a CPU takes the line away.
s/{"in": "V", "on": "PROBE", "do": \["send PROBED{} to home"\], "next": "I"}/{"in": "V", "on": "PROBE", "do": ["send PROBED{} to home"]}/
