# < partition.json
# A message without a payload says which bytes it asks for if it is a core's, or a request on behalf of one.
s/{"in": "V", "on": "INV", "do": \["send INVACK{} to msg.src"\], "next": "I"}/{"in": "V", "on": "INV", "when": "bytes == {}", "do": ["stall"]},\n        &/
