# qr.json
# A line that is under way is kept though the GPU's write cache has evicted it meanwhile.
# by: oracle
# point: qr_four
# run: -w episodes -n 40000 -O lines=6 -O words=4 -O length=20 -c hold=20 -c hold_cycles=500 -s 1
s/{"in": \["F", "K"\], "on": "INV", "do": \["send INVACK{turn: msg.turn} to parent"\], "next": "P"}/{"in": ["F", "K"], "on": "INV", "do": ["send INVACK{turn: msg.turn} to parent"]}/
