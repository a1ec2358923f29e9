# cohgen_gather.sv
# A registration joins one of another line or row.
# by: lockstep
# point: stash
# when: full
# run: -c commands=0 -w fields -s 1 -O rounds=40
s/ \&\& like_q\[e\] == push_like_i//
