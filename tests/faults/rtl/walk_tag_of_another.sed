# walk_w.sv
# The walk has the tags of the two ways the wrong way round.
# by: lockstep
s/\.tags_i(way_tag)/.tags_i({way_tag[14:0], way_tag[29:15]})/
