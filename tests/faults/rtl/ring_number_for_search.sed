# mappings_l1_table.sv
# An entry of the ring is found by its number where the newest one with a field's value is looked for.
# by: lockstep
# run: -w random -n 5000 -c commands=30
s/search_maps_o = 1'b1;/search_maps_o = 1'b0;/
