# mesi_l1.sv
# An event in S0b has no claim to room on the lane of requests.
# by: assertion
# point: mesi_late
# when: full
s/, req_l1_l2_claims_q\[0\], evict_take}/, 1'b0, evict_take}/
