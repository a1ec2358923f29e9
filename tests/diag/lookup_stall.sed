# < records.json
s/"when": "out.found", "do": \["stall"\]/"when": "out.found", "do": ["remove out", "stall"]/
