# The L2 fetches one word of a line where several are missing: memory brings them all.
s/{"in": "I", "on": \["GETS", "REG"\], "widen": true, /{"in": "I", "on": ["GETS", "REG"], /
