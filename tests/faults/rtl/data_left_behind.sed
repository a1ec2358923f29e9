# msi_l1.sv
# A line that was evicted is asked for, and the answer is read from the way that it was in.
# by: lockstep
# point: msi_rows
s/s1_row = (s1_mshr_hit \&\& !s1_mshr_has_way) ?/s1_row = 1'b0 ?/
