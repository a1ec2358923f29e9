# mesi_l2.sv
# A rule sends to memory though the lane is full.
# by: assertion
# point: mesi_crowd
# run: -w random -n 20000 -O lines=64 -O loads=60 -O stores=30 -c mem_pause=1000
s/assign lacks_mem_l2_mem = .*/assign lacks_mem_l2_mem = 1'b0;/
