# qr_cpu.json
# An eviction of a CPU whose line has come back already writes it again, over newer bytes of the GPU.
# by: oracle
# point: qr_cpu_units
s/^        {"in": \["I", "V", "M", "F", "R", "X"\], "on": "PUTM"/        {"in": "V", "on": "PUTM", "do": ["fill", "@new", "send PUTACK{} to msg.src"]},\n        {"in": ["I", "M", "F", "R", "X"], "on": "PUTM"/
