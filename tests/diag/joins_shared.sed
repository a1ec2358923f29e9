# < brought.json
s/^  "machines": {/  "messages": {"SREG": {"joins": true}},\n&/
