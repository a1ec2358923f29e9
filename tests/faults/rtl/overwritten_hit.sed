# rcc_wo_l1.sv
# An access that has found the line which the transition ahead overwrites goes on as if it were there.
# point: rcc_wo_leases
# by: lockstep
s/(overwritten && same_set && way_sel\[s2_way_q\])/1'b0/
