# dd_l1.sv
# A flash of the states of words is not noted: they stay as they were.
# by: lockstep
s/\.flash_i(s2_fire && flash_lines), \.map_i(2'b11)/.flash_i(1'b0), .map_i(2'b11)/
