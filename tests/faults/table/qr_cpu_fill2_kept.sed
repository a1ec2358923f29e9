# qr_cpu.json
# The GPU's read cache keeps a line that was on its way when a CPU wrote.
# by: oracle
# point: qr_cpu_units
s/{"in": "F", "on": "PROBE", "do": \["send CPUINV{} to children"\], "next": "P"/{"in": "F", "on": "PROBE", "do": ["send CPUINV{} to children"]/
