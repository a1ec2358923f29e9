# wt.json
# The L2 keeps its copy when a CPU takes the line away.
# by: oracle
s/{"in": "V", "on": "PROBE", "do": \["send PROBED{} to home"\], "next": "I"}/{"in": "V", "on": "PROBE", "do": ["send PROBED{} to home"]}/
