# cohgen_scoreboard.sv
# An operation passes an earlier one of its thread on the same word.
# point: rcc_wo_slots
# by: lockstep
s/needs\[s\] = kept || its_key == fresh_key_q/needs[s] = kept/
