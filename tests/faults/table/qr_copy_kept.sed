# qr.json
# The GPU's read cache keeps its copy when newer bytes pass it.
# by: oracle
s/{"in": "V", "on": "WRITE2", "do": \["send WRITE3{} to parent"\], "next": "I"/{"in": "V", "on": "WRITE2", "do": ["send WRITE3{} to parent"], "next": "V"/
