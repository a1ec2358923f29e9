# < ../../protocols/gd.json
# The load that waits does not want the bytes out, so that they need not leave, and nothing leads out of ID.
s/"do": \["allocate mshr", "merge", "drain"\]/"do": ["allocate mshr", "merge"]/
s/"when": "buffered", "do": \["merge", "drain"\]/"when": "buffered", "do": ["merge"]/
