# qr_cpu.json
# The GPU's read cache keeps a line that was on its way when a CPU wrote.
# by: oracle
# point: qr_cpu_units
# run: -w episodes -n 40000 -O lines=3 -O words=4 -O length=6 -c hold=5 -c hold_cycles=400 -s 1
s/{"in": "F", "on": "PROBE", "do": \["send CPUINV{} to children"\], "next": "P"/{"in": "F", "on": "PROBE", "do": ["send CPUINV{} to children"]/
