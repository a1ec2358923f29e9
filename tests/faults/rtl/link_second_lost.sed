# mesi_l1.sv
# Of the two messages of a miss with an eviction that of the miss does not reach its link.
# by: watchdog
# point: mesi_links
s/push2_valid_i(s2_fire \&\& req_l1_l2_send \&\& req_l1_l2_first)/push2_valid_i(1'b0)/
