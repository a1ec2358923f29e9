s/^  "constants": {/  "clock": {"bits": 4, "cycles": 2},\n&/
s/"registers": {"now": "ts"}/"registers": {"now": "ts", "clock": "ts"}/
