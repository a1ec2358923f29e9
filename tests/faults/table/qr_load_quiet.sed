# qr.json
# Bytes that a load drives out of the GPU's write cache leave the copies behind.
# by: oracle
s/{"in": "D", "on": \["READ3", "ATOMIC3"\], "when": "line\.dirty != {}", "do": \["@flush", "line\.dirty = {}", "stall"\]}/{"in": "D", "on": ["READ3", "ATOMIC3"], "when": "line.dirty != {}", "do": ["send WRITE4{} of line.dirty to home", "line.dirty = {}", "stall"]}/
