# mesi_l1.sv
# What S0b has read of a line that was filled at the same edge does not look again.
# point: mesi_late
s/ || s1_before_q//
