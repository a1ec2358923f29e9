# mesi_wt_l2.sv
# A message goes on although one that the same sender sent before it goes back.
# by: assertion
# point: mesi_wt_crowd
s/assign req_l1_l2_s1_behind = s1_in_q.src == s2_in_q.src;/assign req_l1_l2_s1_behind = 1'b0;/
