# walk_w.sv
# The walk is in the first set only.
# by: lockstep
s/{fifo_tag, fifo_set}/{fifo_tag, 1'b0}/
