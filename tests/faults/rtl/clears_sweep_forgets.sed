# clears_scratch.sv
# A rule's sweep forgets a line.
# by: assertion
# run: -w random -n 20000 -O memory=80 -c commands=20
s/sweep_stores_q ? 2'd0/sweep_stores_q \&\& sweep_wset_q != 3'd5 ? 2'd0/
