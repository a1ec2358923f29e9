# < buffer.json
s/"do": \["hit", "perform load"\]/"do": ["respond", "perform load"]/
