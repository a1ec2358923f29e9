# rfo.json
# The table says that no write-back of the GPU can come while the directory takes copies away; one that is late can.
# point: rfo_cpus
# run: -w random -n 40000 -O lines=4 -c hold=10 -c hold_cycles=1000 -c evict=30 -s 1
s/{"in": \["I", "S", "M", "IV", "SB", "MB", "GB"\], "on": \["PUTM2", "PUTE2"\]/{"in": ["I", "S", "M", "IV", "MB", "GB"], "on": ["PUTM2", "PUTE2"]/
