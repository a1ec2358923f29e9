# qr_cpu.json
# A marker leaves the bank at memory before the copies of CPUs are gone.
# by: oracle
# point: qr_cpu_banks
# without: forward_atomics
# only: walks
s/"on": "passed", "when": "out == 0", "do": \["send DONE{} to core(head.request, rl1)"/"on": "passed", "do": ["send DONE{} to core(head.request, rl1)"/
s/, "note": "no CPU has a copy of what it is behind"},/}/
/^ *{"on": "passed", "do": \["stall"\]}$/{x;s/^/x/;/^xx$/{x;d};x}
