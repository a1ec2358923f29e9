# rcc_l2.sv
# A line that is being fetched forgets which of its bytes were written before.
# by: lockstep
s/marks_d = (marked_bytes &/marks_d = ('0 \& marked_bytes \&/
