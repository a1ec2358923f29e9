# rcc_wo_l2.sv
# Byte 1 of a word is never written.
# point: rcc_wo_leases
s/assign op_mask = s2_in_q\.mask;/assign op_mask = s2_in_q.mask \& 4'hd;/
