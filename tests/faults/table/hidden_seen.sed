# tcw.json
# Loads see a store while others may still read the value before it.
# by: oracle
s/{"in": "V", "on": "GETS", "when": "hidden", /{"in": "V", "on": "GETS", "when": "hidden \&\& !line.late", /
