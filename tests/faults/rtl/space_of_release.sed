# local_drf_system.sv
# The release before an operation on the local memory goes there, too, and not to the L1.
# by: lockstep
# run: -w tiles -s 3
s/ && order_op < 3'(local_drf_pkg::OP_fence)//
