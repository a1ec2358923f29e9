# msi_l2.sv
# A request takes the place that an eviction behind it has claimed.
# by: assertion
# point: msi_rows
# run: -w random -n 30000 -O lines=40 -O loads=40 -O stores=50 -c hold=30
s/assign place_fwd_l2_l1 = .*/assign place_fwd_l2_l1 = fwd_l2_l1_free != '0;/
