# qr_cpu.json
# Without early_sync: a StRel or an atomic of the GPU is done at memory while CPUs still have copies of its word.
# by: oracle
# without: early_sync
/"on": \["ATOMIC4", "STREL4"\], "when": "out != 0"/d
s/{"in": "V", "on": \["ATOMIC4", "STREL4"\], "when": "line.sharers != {}".*/{"in": "V", "on": "STREL4", "when": "line.sharers != {}", "do": ["@put", "@new", "@take", "line.sharers = {}"]}, {"in": "V", "on": "ATOMIC4", "when": "line.sharers != {}", "do": ["@rmw", "@new", "@take", "line.sharers = {}"]},/
/^ *"note": "a CPU that still has a copy would find the old value/d
/"\/machines\/wl3\/states\/Y"/d
/{"in": "Y", "on": "PUTM"/d
/{"in": "Y", "on": \["evict", "oldest"\]/d
/{"in": "Y", "on": /d
s/\(@put", "@new"\]}\),$/\1/
