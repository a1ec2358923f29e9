# rcc_l2.sv
# Byte 3 of a word is never written.
s/\(s1_in_q\|in\)\.mask\([^_a-z0-9]\)/(\1.mask \& 4'h7)\2/
