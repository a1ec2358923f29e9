# commands_l1.sv
# The number of a command is not kept by thread: what waits becomes the one that came last.
# by: lockstep
s/assign parked_command = parked_command_q\[parked_id\];/assign parked_command = parked_command_q[0];/
