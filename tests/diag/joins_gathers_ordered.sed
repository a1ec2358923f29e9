# < brought.json
s/^  "machines": {/  "networks": {"sreg": {"ordered": true}}, "messages": {"SREG": {"joins": {"cycles": 9}}},\n&/
