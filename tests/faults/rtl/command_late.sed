# tally_l1.sv
# An operand of one bit is not kept by thread.
# by: lockstep
# when: full
s/fence_in.command_atomics = fence_command_atomics;/fence_in.command_atomics = command_atomics_i;/
