# qr_cpu.json
# A compute unit's read cache keeps a line that was on its way when a CPU wrote.
# by: oracle
# point: qr_cpu_units
# run: -w episodes -n 40000 -O lines=8 -O words=4 -O length=20 -O stores=20 -c hold=8 -c hold_cycles=1500 -s 1
s/{"in": \["F", "K"\], "on": "CPUINV", "do": \["send CPUACK{} to home"\], "next": "P"}/{"in": ["F", "K"], "on": "CPUINV", "do": ["send CPUACK{} to home"]}/
