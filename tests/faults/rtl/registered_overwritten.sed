# dd_l1.sv
# A line is overwritten of which a word is registered here: nobody else has it.
# by: lockstep
s/^        s1_victim_silent = 1'b0;/        s1_victim_silent = 1'b1;/
