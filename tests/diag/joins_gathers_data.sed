# < brought.json
s/^  "machines": {/  "messages": {"SBACK": {"joins": {"messages": 4, "cycles": 9}}},\n&/
