# msi_l1.sv
# An eviction that goes back, as no MSHR entry is free, writes its line into the row of an entry that has one.
# point: msi_rows
# run: -w random -O lines=6 -n 300000 -O loads=50 -O stores=50 -s 4
s/do_atomic || (s2_evicts && alloc_mshr)/do_atomic || s2_evicts/
