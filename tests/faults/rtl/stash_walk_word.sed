# stash_stash.sv
# The walk sees the first word of a line only.
# by: lockstep
# when: full
# run: -c commands=0 -w fields -s 1 -O rounds=60
s/fifo_live\[w\] = found_states/fifo_live[w] = w == 0 \&\& found_states/
