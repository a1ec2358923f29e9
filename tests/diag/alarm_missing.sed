s/^  "constants": {/  "clock": {"bits": 4, "cycles": 2},\n&/
s/"tick":  {"every": "period"}/&, "alarm": {"mshr": "clock > mshr.asked"}/
s/{"in": "IV", "on": "ACK", "do": \["impossible"\]}/&, {"in": ["I", "V", "II"], "on": "alarm", "do": ["impossible"]}/
