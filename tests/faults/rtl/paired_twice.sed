# mesi_l1.sv
# Two accesses to a line that is evicted with a miss follow: the second takes the first one's entry, which it has not.
# point: mesi_rows
s/s2_mshr_idx_q <= same_line && !s2_stale_q ?/s2_mshr_idx_q <= same_line ?/
