# walk_w.sv
# The walk does not see the first way of a set.
# by: lockstep
s/\.live_i(way_live | way_pinned)/.live_i((way_live | way_pinned) \& 2'b10)/
