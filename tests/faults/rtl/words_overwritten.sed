# dd_l1.sv
# A fill writes all words of the line, not only those that came.
s/(group_bytes & {16{fill}}/(16'hffff \& {16{fill}}/
