# local_fences_system.sv
# Releases and acquires go to the L1 alone.
# by: lockstep
# point: local_fences
# run: -w tiles -s 3 -O rounds=20
s/req_local_i(req_sides)/req_local_i(req_sides \& ~4'd2)/
