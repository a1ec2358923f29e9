# mesi_l2.sv
# A request takes the place that an eviction behind it has claimed.
# by: assertion
# point: mesi_memory
# run: -w pressure -O kind=neighbour -O lines=24 -O array=2048 -O warm=200 --mem-latency 100:100
s/assign place_mem_l2_mem = .*/assign place_mem_l2_mem = mem_l2_mem_free != '0;/
