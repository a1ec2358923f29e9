# commands_system.sv
# The command of the local memory goes to the L1.
# by: lockstep
s/ || command_is_local),/ || (command_is_local \&\& i != 1)),/
