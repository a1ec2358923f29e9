s/^  "constants": {/  "clock": {"bits": 49, "cycles": 0},\n&/
