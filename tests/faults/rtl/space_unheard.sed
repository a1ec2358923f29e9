# local_system.sv
# What is for the local memory goes to the L1.
# by: lockstep
s/\.req_local_i(core_req_space_i\[i\] && /.req_local_i(core_req_space_i[i] \&\& i != 1 \&\& /
