# mesi_l1.sv
# S2 has the word of the core's next request.
# by: lockstep
s/s2_in_q\.word = core_old\.wdata/s2_in_q.word = core_msg.wdata/
