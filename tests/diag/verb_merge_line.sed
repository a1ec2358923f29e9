# < directory.json
s/"on": "PUTM", "do": \["stall"\]/"on": "PUTM", "do": ["merge"]/
