# msi_l1.sv
# An eviction that goes back, as no MSHR entry is free, writes its line into the row of an entry that has one.
# point: msi_rows
s/do_atomic || (s2_evicts && alloc_mshr))/do_atomic || s2_evicts)/
