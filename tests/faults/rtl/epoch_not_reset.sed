# rcc_wo_l1.sv
# Reset leaves the epoch of an L1 as it is.
# point: rcc_wo_leases
# by: lockstep
# run: -w random -n 2000 -c random_reset=2
s/^      epoch_q <= 1'd0;$/      ;/
