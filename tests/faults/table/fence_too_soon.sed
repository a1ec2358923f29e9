# tcw.json
# A fence does not wait for the stores before it to be seen by all.
# by: oracle
# run: -w random -O lines=4 -O fences=20 -n 30000 -s 1
s/{"on": "fence", "when": "clock >= gwct", /{"on": "fence", "when": "clock >= 0", /
