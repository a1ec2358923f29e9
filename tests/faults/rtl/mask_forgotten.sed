# wcache_l1_table.sv
# The mask does not get the bytes that a store writes into a line that has dirty ones.
# by: lockstep
/wcache.l1.D.store.2:/,/end/s/line_dirty_o = (line_dirty_i | bytes_i);/line_dirty_o = line_dirty_i;/
