# cohgen_spaces.sv
# A fence is over when the local memory has answered it.
# by: assertion
# point: local_fences
# run: -w tiles -s 3 -O rounds=20
s/assign local_ends  = .*/assign local_ends  = 1'b0;/
