# mesi_wt_l1.sv
# A core whose request found no room waits for ever.
# by: watchdog
# point: mesi_wt_crowd
s/else if (place_req_l1_l2) core_waits_req_l1_l2_q <= 1'b0;/else if (1'b0) core_waits_req_l1_l2_q <= 1'b0;/
