# walk_w.sv
# The walk ends before the last set.
# by: lockstep
s/\.Sets(2)/.Sets(1)/
