# wt.json
# The directory does not notice that the GPU has got a copy again, and gives a CPU the line without a question.
# by: oracle
s/{"in": "S", "on": "READ2", "do": \["line.probed = false", /{"in": "S", "on": "READ2", "do": [/
