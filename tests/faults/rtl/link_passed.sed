# cohgen_link_tx.sv
# A packet does not wait for the message without a line that must leave before it, at the other port.
# by: lockstep
# point: mesi_links
s/assign first\[p\]   = behind_q\[p\*Depth +: Depth\] == '0 \&\& /assign first[p]   = (Apart != 0 || behind_q[p*Depth +: Depth] == '0) \&\& /
