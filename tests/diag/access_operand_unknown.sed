# < accesses.json
s/"operands": \["tile"\]/"operands": ["tiles"]/
