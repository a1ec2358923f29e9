# wcache_l1_table.sv
# No byte of the line is written back, and the mask is cleared. Without lockstep, so that the assertion about lost bytes finds it.
# by: assertion
# when: full
# run: -w episodes -n 30000 -s 1 -c lockstep=0
s/req_l1_l2_bytes_o = line_dirty_i;/req_l1_l2_bytes_o = '0;/
