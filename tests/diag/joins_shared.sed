# < brought.json
s/^  "machines": {/  "messages": {"SGETS": {"joins": true}},\n&/
