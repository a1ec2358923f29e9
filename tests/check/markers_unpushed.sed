# A store makes a line dirty whose address is not in the fifo, as it was there before.
s/{"in": "D", "on": "STORE", "when": "line.dirty == {}", "do": \["write", "line.dirty = bytes", "push sfifo"\]}/{"in": "D", "on": "STORE", "when": "line.dirty == {}", "do": ["write", "line.dirty = bytes"]}/
