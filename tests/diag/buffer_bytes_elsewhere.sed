# < buffer.json
s/"do": \["hit", "perform load"\]/"do": ["hit", "perform load", "send WRITE{kept: false} to home"]/
