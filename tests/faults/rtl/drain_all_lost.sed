# gd_l1.sv
# The store buffer does not hear that a release wants everything out.
# by: watchdog
# when: full
s/\.want_all_i(s2_fire && sb_want_all)/.want_all_i(1'b0)/
