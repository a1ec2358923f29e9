# mesi_l1.sv
# The line that is evicted with a miss goes into the row of the entry of the miss.
# by: lockstep
# point: mesi_rows
s/: s2_paired_q ? \(.*\)(pair_idx)/: s2_paired_q ? \1(mshr_idx)/
