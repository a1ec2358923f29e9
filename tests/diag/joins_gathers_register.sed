# < brought.json
s/^  "machines": {/  "messages": {"SREG": {"joins": {"until": "nothing"}}},\n&\n    "stash": {"registers": {"hurry": {"type": "bool"}}},/
