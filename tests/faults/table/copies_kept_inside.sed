# msi3.json
# An L2 gives up its cluster's copies without asking its L1s.
# by: oracle
s/"do": \["send INV{up: true} to line.sharers", "send INVACK2{acks: count(line.sharers)} to home"\], "next": "I"/"do": ["send INVACK2{acks: 0} to home"], "next": "I"/
