s/^  "constants": {/  "clock": {"bits": 4, "cycles": 2},\n&/
s/"tick":  {"every": "period"}/&, "wrap": {"clock": "wrap"}/
s/{"on": "tick", "do": \[\]}/&, {"on": "wrap", "do": ["now = 0"]}/
s/"line.exp >= now"/"line.exp >= clock"/
