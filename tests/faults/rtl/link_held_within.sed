# mesi_l1.sv
# A packet that has begun waits for room in the queue of headers, which its own header has filled.
# by: assertion
# point: mesi_links
s/(resp_l2_l1_head_ready || resp_l2_l1_inside)/(resp_l2_l1_head_ready)/
