# < directory.json
s/"on": \["GETS", "GETM"\], "do": \["merge"\]/"on": ["GETS", "GETM"], "do": ["allocate line", "merge"]/
