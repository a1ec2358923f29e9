# rcc_l2.sv
# Byte 1 of a word is never written.
s/s2_mask_q <= s1_in_q\.mask;/s2_mask_q <= s1_in_q.mask \& 4'hd;/
