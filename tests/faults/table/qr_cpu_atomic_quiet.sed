# qr_cpu.json
# An atomic of the GPU leaves copies of CPUs behind, if memory does not have the line.
# when: full
# by: oracle
# point: qr_cpu_four
# run: -w episodes -n 40000 -O lines=4 -O words=2 -c hold=10 -c hold_cycles=1000 -s 2
s/\("on": "ATOMIC4", "when": "line.sharers != {}\)", "feature"/\1 \&\& !line.dirty", "feature"/
