# mesi_l1.sv
# An eviction is taken for which the link's only place is free, while another, with a miss, takes that place.
# when: full
# by: assertion
# point: mesi_links_crowd
# run: -w random -n 20000 -O lines=64 -O loads=30 -O stores=60
s/room_line_req_l1_l2_only && !s2_req_l1_l2_first_q/room_line_req_l1_l2_only/
