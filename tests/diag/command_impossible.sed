# < commands.json
s/"do": \["flash V to I", "respond"\]/"do": ["impossible"]/
