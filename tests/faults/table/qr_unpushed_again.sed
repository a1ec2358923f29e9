# qr.json
# A store to a block whose bytes have left leaves no new entry behind the marker.
# by: oracle
s/{"in": "D", "on": "STORE", "when": "line\.dirty == {}", "do": \["write", "line\.dirty = bytes", "push sfifo"\]}/{"in": "D", "on": "STORE", "when": "line.dirty == {}", "do": ["write", "line.dirty = bytes"]}/
