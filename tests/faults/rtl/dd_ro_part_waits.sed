# dd_ro_l2.sv
# A deferred request for several words that was handed back waits where the first of them are to be fetched and others are here.
# by: watchdog
# point: dd_ro_part
# when: full
# run: -w episodes -n 20000 -s 5 -O lines=40 -O stride=8
s/ && s2_rest != '0 && !again)/ \&\& s2_rest != '0)/
