# mappings_l1.sv
# What is removed from the ring stays in it.
# by: assertion
# run: -w random -n 5000 -c commands=30
s/\.remove_i(s2_fire && entry_remove\[0\])/.remove_i(1'b0)/
