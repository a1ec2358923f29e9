s/^  "constants": {/  "clock": {"bits": 4, "cycles": 2},\n&/
s/"tick":  {"every": "period"}/&, "alarm": {"mshr": "bytes == all \&\& clock > mshr.asked"}/
s/{"in": "IV", "on": "ACK", "do": \["impossible"\]}/&, {"in": ["I", "V", "II"], "on": "alarm", "do": ["impossible"]}, {"in": "IV", "on": "alarm", "do": ["mshr.asked = 0"]}/
