# cohgen_gather.sv
# A registration joins one that leaves in the same cycle.
# by: lockstep
# point: stash
# when: full
# run: -c commands=0 -w fields -s 1 -O rounds=40
s/ \&\& !(due \&\& head_q == IdxBits'(e))//
