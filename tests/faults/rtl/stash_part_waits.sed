# stash_l2.sv
# A deferred request for several words that was handed back waits where the first of them has to be recalled from a stash.
# by: watchdog
# when: full
# run: -c scatter=0 -c oracle=0 -c commands=3 -w random -n 40000 -s 5 -O memory=50 -O lines=9
s/ && s2_rest != '0 && !again)/ \&\& s2_rest != '0)/
