# gd_l2.sv
# A line is overwritten before the deferred requests that were handed back have used it.
# by: lockstep
s/ && !replays_first$//
