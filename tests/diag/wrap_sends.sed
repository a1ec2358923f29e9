s/^  "constants": {/  "clock": {"bits": 4, "cycles": 2},\n&/
s/"tick":  {"every": "period"}/&, "wrap": {"clock": "wrap"}/
s/^    "ACK":/    "TICK": {"net": "req", "from": "l1", "to": "l2", "class": "request", "block": false},\n&/
s/{"on": "tick", "do": \[\]}/&, {"on": "wrap", "do": ["send TICK{} to all"]}/
s/{"on": "wake", "do": \["mode = Run"\]}/&, {"on": "TICK", "do": []}/
