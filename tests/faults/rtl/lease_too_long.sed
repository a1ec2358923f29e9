# tcs_l1_table.sv
# A copy may still be read at the end of its lease.
# by: lockstep
# when: full
s/assign fresh = (clock_i < line_exp_i);/assign fresh = (clock_i <= line_exp_i);/
