# rfo.json
# The table says that no write-back of the GPU can come while the directory takes copies away; one that is late can.
# point: rfo_cpus
s/{"in": \["I", "S", "M", "IV", "SB", "MB", "GB"\], "on": \["PUTM2", "PUTE2"\]/{"in": ["I", "S", "M", "IV", "MB", "GB"], "on": ["PUTM2", "PUTE2"]/
