# rcc_wo_l1_table.sv
# A fence leaves the read view where it is.
# point: rcc_wo_leases
# by: lockstep
# run: -w random -O lines=4 -O fences=20 -n 30000 -s 1
s/^        now_o = wnow_i;/        now_o = now_i;/
