# tcs_l1.sv
# An L1 that is busy when the clock wraps does not hear of it.
# when: full
s/assign wrap_valid = wrap_i;/assign wrap_valid = wrap_i \&\& !s1_valid_q;/
