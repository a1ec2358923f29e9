# < ../../protocols/qr.json
# What is handed on and what leaves the own lines would join one lane.
s/{"in": "I", "on": "WRITE3", "do": \["allocate line", "write", "line.dirty = bytes", "push sfifo"\], "next": "D"/{"in": "I", "on": "WRITE3", "do": ["send WRITE4{} to home"]/
