# qr_cpu.json
# An eviction of a CPU whose line has come back already writes it again, over newer bytes of the GPU.
# by: oracle
# point: qr_cpu_units
# run: -w episodes -n 40000 -O lines=4 -O words=2 -c hold=10 -c hold_cycles=1000 -c evict=30 -s 1
s/^        {"in": \["I", "V", "M", "F", "R", "X"\], "on": "PUTM"/        {"in": "V", "on": "PUTM", "do": ["fill", "@new", "send PUTACK{} to msg.src"]},\n        {"in": ["I", "M", "F", "R", "X"], "on": "PUTM"/
