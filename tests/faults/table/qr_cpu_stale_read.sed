# qr_cpu.json
# The GPU reads what the bank has, and a CPU has the only copy.
# by: oracle
# when: full
s/^        {"in": "M", "on": \["READ4", "ATOMIC4", "GETS", "GETM"\]/        {"in": "M", "on": "READ4", "do": ["send DATA{} to core(msg.request, rl1)", "send DATA2{} to parent"]},\n        {"in": "M", "on": ["ATOMIC4", "GETS", "GETM"]/
