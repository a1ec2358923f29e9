# mesi_l2.sv
# A rule sends to memory though the lane is full.
# by: assertion
# point: mesi_memory
# run: -w pressure -O kind=neighbour -O lines=24 -O array=2048 -O warm=200 --mem-latency 100:100
s/assign mem_l2_mem_missing = .*/assign mem_l2_mem_missing = 1'b0;/
