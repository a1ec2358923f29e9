# dd_l1.sv
# A word that goes into the store buffer's entry while a drain reads the lower half of the line does not reach it.
# by: lockstep
s/<= sb_ahead_lane_q\[l\] ? /<= (1'b0 \&\& sb_ahead_lane_q[l]) ? /
