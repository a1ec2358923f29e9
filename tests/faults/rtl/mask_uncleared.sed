# wcache_l1_table.sv
# Bytes that are written back before an atomic stay in the mask.
# by: lockstep
# when: full
/wcache.l1.V.atomic.2:/,/end/s/line_dirty_o = 16'd0;/line_dirty_o = line_dirty_i;/
