# qr.json
# A line that is under way is kept though the GPU's write cache has evicted it meanwhile.
# by: oracle
# point: qr_four
s/{"in": \["F", "K"\], "on": "INV", "do": \["send INVACK{turn: msg.turn} to parent"\], "next": "P"}/{"in": ["F", "K"], "on": "INV", "do": ["send INVACK{turn: msg.turn} to parent"]}/
