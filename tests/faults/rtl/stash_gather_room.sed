# stash_stash.sv
# No places are kept for registrations that wait for others.
# by: assertion
# point: stash
# when: full
# run: -c scatter=0 -c oracle=0 -c commands=3 -w random -n 20000 -s 5 -O memory=50 -O lines=9 -c hold=60
s/sreg_stash_l2_all_free <= 4'd4/sreg_stash_l2_all_free == '0/
