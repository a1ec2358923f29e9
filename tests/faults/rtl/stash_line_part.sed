# stash_stash.sv
# A line of several words leaves its place with the first of them.
# by: assertion
# point: stash_links
# when: full
# run: -c scatter=0 -c oracle=0 -c commands=3 -w random -n 20000 -s 5 -O memory=50 -O lines=9
s/\(assign down_l2_stash_line_done = \)down_l2_stash_commit/\1s2_down_l2_stash_q \&\& s2_live/
