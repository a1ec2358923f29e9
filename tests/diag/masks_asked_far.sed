# < partition.json
# A message without a payload says which bytes it asks for where it comes from the core's own controller.
s/{"in": "V", "on": "GETS", "do"/{"in": "V", "on": "GETS", "when": "bytes == {}", "do": ["stall"]},\n        &/
