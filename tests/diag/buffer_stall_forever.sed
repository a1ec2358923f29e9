# < buffer.json
s/"do": \["drain", "stall"\]/"do": ["stall"]/
