# rcc_l2.sv
# A deferred request comes again with the address of the other partition's line.
# by: lockstep
# point: rcc_two
# when: full
s/, id_i, replay_addr/, ~id_i, replay_addr/
