# rcc_l2_table.sv
# The version of a write is the end of the last lease, not the time after it.
s/add[0-9]*(\([0-9]*'(line_exp_i)\), [0-9]*'d1)/\1/
s/(\([0-9]*'(line_exp_i)\) + [0-9]*'d1)/(\1)/
