# < accesses.json
s/"operands": \["tile"\]/"operands": ["tile", "tile"]/
