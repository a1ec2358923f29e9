# dd_l2.sv
# Words of a line are taken for alike although other L1s own them.
# by: lockstep
# when: full
s/word_like\[i\*4 +: 4\] == lead_like/word_like[i*4 +: 3] == lead_like[2:0]/
