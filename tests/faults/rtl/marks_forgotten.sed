# dd_l1.sv
# An entry that gets another word forgets which bytes of its words were written.
# by: lockstep
s/\.wdata_i((marked_bytes &/.wdata_i(('0 \& marked_bytes \&/
