# cohgen_link_tx.sv
# No place is kept for a message that waits for words to join it.
# by: assertion
# point: stash_links
# when: full
# run: -c scatter=0 -c oracle=0 -c commands=3 -w random -n 20000 -s 7 -O memory=50 -O lines=9
s/keep_i) + (CntBits+2)'(Spare);/keep_i);/
