# < brought.json
s/^    "l1": {/    "stash": {"actions": {"get": ["send SGETS{slot: line.at, first: 0, object: 1, index: 0, round: round} about fit(where) with some by step to home"]}},\n&/
