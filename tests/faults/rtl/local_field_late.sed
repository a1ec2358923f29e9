# local_scratch.sv
# Behind a transition of the same line, a field of the local memory is the one that was there before it.
# by: assertion
# run: -w random -O memory=100 -n 20000
s/s2_line_stores_q <= changed ? line_stores_d : found_line_stores/s2_line_stores_q <= found_line_stores/
