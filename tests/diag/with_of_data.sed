# < brought.json
s/^    "l1": {/    "stash": {"rules": [{"in": "R", "on": "visit", "do": ["allocate mshr", "send SBACK{} about fit(here) with 2 by 1 to home", "pop clear"], "next": "RI"}]},\n&/
