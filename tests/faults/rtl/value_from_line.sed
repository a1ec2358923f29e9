# rcc_wo_l1.sv
# An atomic is answered from the place where a line would be, not with the value that came.
# point: rcc_wo_leases
# by: lockstep
s/L1_EV_RESULT ? s2_in_q\.word/L1_EV_RESULT ? s2_line[31:0]/
