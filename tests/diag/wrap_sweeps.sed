s/^  "constants": {/  "clock": {"bits": 4, "cycles": 2},\n&/
s/"wake":  {"every": 1024}/&, "wrap": {"clock": "wrap"}/
s/{"on": "wake", "do": \["mode = Run"\]}/&, {"on": "wrap", "do": ["sweep line.ver = 0"]}/
