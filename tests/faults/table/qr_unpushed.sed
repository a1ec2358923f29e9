# qr.json
# A write-back leaves no entry in the fifo of the GPU's write cache.
s/{"in": "I", "on": "WRITE3", "do": \["allocate line", "write", "line\.dirty = bytes", "push sfifo"\]/{"in": "I", "on": "WRITE3", "do": ["allocate line", "write", "line.dirty = bytes"]/
