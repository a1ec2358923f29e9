# The directory does not notice that the GPU has got a copy again, and gives a CPU the line without a question.
s/{"in": "S", "on": "READ2", "do": \["line.probed = false", /{"in": "S", "on": "READ2", "do": [/
