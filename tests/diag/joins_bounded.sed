# < brought.json
s/^  "machines": {/  "messages": {"SBACK": {"at_most": 64, "joins": true}},\n&/
