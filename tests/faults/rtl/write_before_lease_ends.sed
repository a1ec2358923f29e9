# rcc_l2_table.sv
# The version of a write is the end of the last lease, not the time after it.
s/(33'(line_exp_i) + 33'd1)/33'(line_exp_i)/
