# rcc_l1.sv
# Reset leaves the epoch of an L1 as it is.
# by: lockstep
# run: -w random -n 2000 -c random_reset=1
/^      epoch_q <= 1'd0;$/d
