# stash_stash.sv
# The walk does not see words in transient states.
# by: lockstep
# when: full
# run: -c scatter=0 -c oracle=0 -c commands=10 -w random -n 20000 -s 6 -O memory=60 -O lines=9 -O words=2
s/ || mshr_occupancy != '0;/;/
