# mesi.json
# A copy whose line somebody else is about to write is not given up.
# by: assertion
# when: full
# run: -w random -O lines=4 -n 30000 -s 1 -c oracle=0
s/{"in": "S", "on": "INV", "do": \["send INVACK{} to msg.src"\], "next": "I"}/{"in": "S", "on": "INV", "do": ["send INVACK{} to msg.src"], "next": "S"}/
