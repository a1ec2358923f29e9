# local.json
# The first store into a line of the local memory is answered and writes nothing.
# by: oracle
s/{"in": "N", "on": "store", "do": \["write", /{"in": "N", "on": "store", "do": [/
