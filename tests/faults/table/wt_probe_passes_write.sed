# wt.json
# The L2 keeps its copy when a CPU takes the line away while a write through it is under way.
# by: oracle
s/{"in": "VW", "on": "PROBE", "do": \["send PROBED{} to home"\], "next": "IW"}/{"in": "VW", "on": "PROBE", "do": ["send PROBED{} to home"]}/
