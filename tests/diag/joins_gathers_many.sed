# < brought.json
s/^  "machines": {/  "messages": {"SREG": {"joins": {"messages": 33, "cycles": 0}}},\n&/
