s/^  "constants": {/  "clock": {"bits": 4},\n&/
