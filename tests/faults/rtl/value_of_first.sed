# gd_l2.sv
# An atomic is answered with the line's first word, whichever it is about.
# by: lockstep
s/_value = data_rdata\[{[a-z0-9_]*\.addr\[[0-9]*:2\], 5'd0} +: 32\]/_value = data_rdata[31:0]/
