# < directory.json
s/"in": "I", "on": "load", "do": \["allocate mshr", "allocate line", "merge", /"in": "I", "on": "load", "do": ["allocate mshr", "allocate line", /
s/{"in": \["IS", "IM"\], "on": \["load", "store", "atomic"\], "do": \["merge"\]}/{"in": ["IS", "IM"], "on": ["load", "store", "atomic"], "do": ["stall"]}/
