# mesi_l1.sv
# An eviction frees the way, and the line's entry holds it all the same.
# point: mesi_crowd
# run: -w random -n 40000 -O lines=64 -O loads=30 -O stores=60 -c evict=100
s/wr_has_way_i((s2_has_way_q && !vacated) || alloc_line)/wr_has_way_i(s2_has_way_q || alloc_line)/
