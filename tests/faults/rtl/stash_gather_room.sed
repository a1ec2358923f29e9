# stash_stash.sv
# The queue behind the registrations that wait for others keeps no places for those that leave without a push.
# by: assertion
# point: stash_stores
# when: full
# run: -c scatter=0 -c oracle=0 -c commands=3 -w random -n 20000 -s 7 -O memory=90 -O stores=80 -O loads=15 -O lines=30
s/sreg_stash_l2_free = (sreg_stash_l2_all_free <= [0-9]*'d[0-9]*)/sreg_stash_l2_free = (sreg_stash_l2_all_free == '0)/
s/(sreg_stash_l2_all_free - [0-9]*'d[0-9]*)/(sreg_stash_l2_all_free)/
