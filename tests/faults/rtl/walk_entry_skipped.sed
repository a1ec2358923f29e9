# walk_l2.sv
# The walk does not see a way that an MSHR entry holds for its line.
# by: lockstep
s/\.live_i(way_live | way_pinned)/.live_i(way_live)/
