# tally_l1.sv
# A command is taken for a fence.
# by: lockstep
# when: full
s/^  assign fence_command = fence_command_q\[fence_id\];/  assign fence_command = fence_command_q[fence_id] \& 2'd1;/
