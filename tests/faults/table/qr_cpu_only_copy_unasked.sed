# qr_cpu.json
# A CPU that reads gets the only copy when no other CPU has one, whatever the GPU has.
# by: oracle
s/^        {"in": "V", "on": "GETS", /        {"in": "V", "on": "GETS", "when": "line.sharers == {}", "do": ["line.free = false", "line.owner = msg.src", "send OWN{} to msg.src"], "next": "M"},\n&/
s/{"in": "IM", "on": "OWN"/{"in": ["IS", "IM", "SM"], "on": "OWN"/
