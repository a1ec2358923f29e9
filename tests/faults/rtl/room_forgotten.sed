# mesi_l2.sv
# Replays and evictions do not ask whether the outgoing queues have room.
# by: assertion
s/assign \(evict\|replay\)_ok = \(.*\)_valid && !sweep_busy.*/assign \1_ok = \1_valid \&\& !sweep_busy;/
