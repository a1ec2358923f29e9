# rfo.json
# The GPU's L2 answers for its L1s before they have given up their copies.
s/"send INV{up: true} to line.sharers", "send INVACK2{acks: count(line.sharers)} to home"\], "next": "I"/"send INV{up: true} to line.sharers", "send INVACK2{acks: 0} to home"], "next": "I"/
