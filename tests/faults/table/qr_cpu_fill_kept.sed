# qr_cpu.json
# A compute unit's read cache keeps a line that was on its way when a CPU wrote.
# by: oracle
# point: qr_cpu_units
s/{"in": \["F", "K"\], "on": "CPUINV", "do": \["send CPUACK{} to home"\], "next": "P"}/{"in": ["F", "K"], "on": "CPUINV", "do": ["send CPUACK{} to home"]}/
