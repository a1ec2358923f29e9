# qr_cpu.json
# A CPU that writes gets the only copy at once when no other CPU has one: the GPU keeps its copies.
# by: oracle
s/^        {"in": "V", "on": "GETM", "when": "line.free/        {"in": "V", "on": "GETM", "when": "line.sharers - {msg.src} == {}", "do": ["line.free = false", "line.owner = msg.src", "line.sharers = {}", "send OWN{} to msg.src"], "next": "M"},\n&/
s/{"in": "IM", "on": "OWN"/{"in": ["IM", "SM"], "on": "OWN"/
s/{"in": \["I", "V", "F"\], "on": "TAKEN"/{"in": ["I", "V", "M", "F", "R"], "on": "TAKEN"/
