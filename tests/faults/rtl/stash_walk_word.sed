# stash_stash.sv
# The walk sees the first word of a line only.
# by: watchdog
# when: full
# run: -w script -O script=tests/sim/stash_wraps.json
s/fifo_live\[w\] = found_states/fifo_live[w] = w == 0 \&\& found_states/
