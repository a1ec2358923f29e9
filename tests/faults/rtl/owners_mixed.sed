# dd_l2.sv
# Words of a line are taken for alike although other L1s own them.
# by: lockstep
# when: full
s/^        word_line_owner\[.*\] == line_owner;/        1'b1;/
