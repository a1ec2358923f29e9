# mesi_l2.sv
# The line of a message comes together with those of other senders.
# by: lockstep
# point: mesi_rows
s/{s2_in_q.src == [0-9]*'(s)}}/{1'b1}}/
