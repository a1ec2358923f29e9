# mesi_l2.sv
# A line is overwritten that would have to be written to memory.
# point: mesi_crowd
s/else if (victim_dirty) s1_victim_silent = 1'b0/else if (victim_dirty) s1_victim_silent = 1'b1/
