# cohgen_link_tx.sv
# A message without a line overtakes one with a line to the same receiver.
# by: lockstep
# point: mesi_links
s/(made_s ? both && long_full_q\[p\] : /(made_s ? Apart == 0 \&\& both \&\& long_full_q[p] : /
