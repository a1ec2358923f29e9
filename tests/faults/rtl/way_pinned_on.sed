# mesi_l1.sv
# A way stays pinned though its line has no MSHR entry any more: it is never free again, and no victim.
# by: assertion
s/\(assign pinned_next = (mshr_hit || alloc_mshr)\) && !release_mshr/\1/
