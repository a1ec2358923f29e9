# mappings_l1_table.sv
# The page that is looked for in the cam is not the one of the mapping that is found, but page 0.
# by: assertion
# run: -w random -n 5000 -c commands=30
s/key_pages_o = found_maps_page_i;/key_pages_o = 2'd0;/
