# stash_stash.sv
# A store of some bytes of a word is taken for one of all.
# by: lockstep
# point: stash
# when: full
# run: -c scatter=0 -c oracle=0 -c commands=3 -w random -n 40000 -s 5 -O memory=50 -O lines=9
s/assign whole = &s2_in_q.mask/assign whole = |s2_in_q.mask/
