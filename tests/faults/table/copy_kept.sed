# mesi.json
# A copy whose line somebody else is about to write is not given up.
# by: assertion
# when: full
s/{"in": "S", "on": "INV", "do": \["send INVACK{} to msg.src"\], "next": "I"}/{"in": "S", "on": "INV", "do": ["send INVACK{} to msg.src"], "next": "S"}/
