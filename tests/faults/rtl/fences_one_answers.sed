# cohgen_spaces.sv
# A fence is over when the L1 has answered it.
# by: lockstep
# point: local_fences
# run: -w tiles -s 3 -O rounds=20
s/assign global_ends = global_answer_i/assign global_ends = 1'b0/
