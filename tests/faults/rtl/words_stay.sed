# dd_l1.sv
# Words of a line that is overwritten stay, as words of the line that has its way now.
s/(s2_group | {[0-9]*{s2_overwrites_q}})/s2_group/
