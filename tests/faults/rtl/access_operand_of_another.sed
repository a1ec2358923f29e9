# accesses_scratch.sv
# An access has the operand of another thread's.
# by: lockstep
# run: -c oracle=0 -w random -n 5000 -O memory=60
s/parked_command_tile_q\[s2_staged_q.tid\]/parked_command_tile_q[s2_staged_q.tid + 2'd1]/
