# rcc_l1.sv
# A load that waits for a line is not woken when it comes.
# when: full
s/\.wake_i(s2_fire && replay)/.wake_i(1'b0)/
