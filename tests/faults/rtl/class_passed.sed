# cohgen_scoreboard.sv
# An operation waits for no earlier one of its thread on another word, whatever the model keeps in order.
# point: rcc_wo_slots
# by: lockstep
s/needs\[s\] = kept || its_key == fresh_key_q/needs[s] = its_key == fresh_key_q/
