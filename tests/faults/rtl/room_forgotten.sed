# mesi_l2.sv
# Replays and evictions do not ask whether the outgoing queues have room.
# by: assertion
# point: mesi_crowd
# run: -w random -n 20000 -O lines=64 -O loads=30 -O stores=60 -c mem_pause=1000 -c evict=100
s/assign \(evict\|replay\)_ok = \(.*\)_valid && !sweep_busy.*/assign \1_ok = \1_valid \&\& !sweep_busy;/
