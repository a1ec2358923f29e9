# commands_system.sv
# A command has a release before it and an acquire behind it, as a fence.
# by: lockstep
s/assign order_plain = core_req_command_i\[i\*26 +: 3\] == 3'd0;/assign order_plain = 1'b1;/
