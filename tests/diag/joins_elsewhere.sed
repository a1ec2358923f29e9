# < brought.json
s/^  "machines": {/  "messages": {"REG": {"joins": true}},\n&/
