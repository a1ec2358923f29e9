# msi3.json
# An L2 that may read lets an L1 write, and does not ask the home.
s/{"in": "S", "on": "GETM", "do": \["allocate mshr", "@keepm", "send GETM2{} to home"\], "next": "SM"}/{"in": "S", "on": "GETM", "when": "others == {}", "do": ["line.owner = msg.src", "line.sharers = {}", "send DATAM{} to msg.src"], "next": "X"}, &/
