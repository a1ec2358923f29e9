# dd_l1.sv
# A request that is replayed is done with operands that it has not brought.
# by: lockstep
s/ || s1_replay_q;$/;/
