# qr_cpu.json
# An atomic of the GPU leaves copies of CPUs behind, if memory does not have the line.
# when: full
# by: oracle
# point: qr_cpu_four
s/\("on": "ATOMIC4", "when": "line.sharers != {}\)", "feature"/\1 \&\& !line.dirty", "feature"/
