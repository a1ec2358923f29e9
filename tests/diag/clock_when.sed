s/^  "constants": {/  "clock": {"bits": 4, "cycles": 2},\n&/
s/"tick":  {"every": "period"}/&, "wrap": {"clock": "noon"}/
s/{"on": "tick", "do": \[\]}/&, {"on": "wrap", "do": ["now = 0"]}/
