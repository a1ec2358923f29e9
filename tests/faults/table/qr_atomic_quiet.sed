# qr.json
# An atomic leaves the copies of its line behind.
# by: oracle
s/"do": \["send ATOMIC4{} to home", "@drop"\]/"do": ["send ATOMIC4{} to home"]/
