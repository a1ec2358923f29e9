# cohgen_join.sv
# A word joins a message of another line.
# by: lockstep
# point: stash
# when: full
# run: -c scatter=0 -c oracle=0 -c commands=3 -w random -n 40000 -s 6 -O memory=60 -O lines=9
s/ \&\& push_like_i == like_q//
