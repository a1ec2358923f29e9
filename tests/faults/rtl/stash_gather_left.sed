# cohgen_gather.sv
# A registration joins a message that leaves in this cycle, which has gone without it.
# by: lockstep
# point: stash_stores
# when: full
# run: -c scatter=0 -c oracle=0 -c commands=3 -w random -n 20000 -O memory=90 -O stores=80 -O loads=15 -O lines=2 -s 2
s/ && !(due && head_q == IdxBits'(e))//
