# mesi_l1.sv
# A line leaves its place when its message is in S2, even if that has to look again.
# by: assertion
# point: mesi_links
s/resp_l2_l1_line_done = s2_resp_l2_l1_q && s2_live/resp_l2_l1_line_done = s2_resp_l2_l1_q \&\& s2_valid_q/
