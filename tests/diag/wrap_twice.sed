s/^  "constants": {/  "clock": {"bits": 4, "cycles": 2},\n&/
s/"tick":  {"every": "period"}/&, "wrap": {"clock": "wrap"}, "again": {"clock": "wrap"}/
s/{"on": "tick", "do": \[\]}/&, {"on": ["wrap", "again"], "do": ["now = 0"]}/
