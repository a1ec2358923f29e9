# mappings_l1.sv
# A mapping does not wait for the entry at the tail of the ring.
# by: assertion
# run: -w random -n 5000 -c commands=30
s/ || (entry_insert\[0\] && full_maps)//
