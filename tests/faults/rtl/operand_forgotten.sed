# commands_scratch.sv
# An operand is the one that is at the port when the command is served.
# by: lockstep
s/parked_in.command_tile = parked_command_tile;/parked_in.command_tile = command_tile_i;/
