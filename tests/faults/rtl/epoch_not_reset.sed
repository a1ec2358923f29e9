# rcc_l1.sv
# Reset leaves the epoch of an L1 as it is.
# by: lockstep
/^      epoch_q <= 1'd0;$/d
