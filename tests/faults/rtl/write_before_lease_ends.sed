# rcc_l2_table.sv
# The version of a write is the end of the last lease, not the time after it.
# when: full
s/\.a_i(line_exp_i), \.b_i(\([0-9]*'d\)1)/.a_i(line_exp_i), .b_i(\10)/
s/(\([0-9]*'(line_exp_i)\) + [0-9]*'d1)/(\1)/
