s/^  "constants": {/  "clock": {"bits": 3, "cycles": 1},\n&/
s/"wake":  {"every": 1024}/&, "wrap": {"clock": "wrap"}/
s/, "sweep line.ver = 0"//
s/{"on": "wake", "do": \["mode = Run"\]}/&, {"on": "wrap", "do": ["sweep line.ver = 0"]}/
