# wcache_l1_table.sv
# All bytes of the line are written back, whatever the mask says. Without lockstep: the assertion about valid bytes finds it.
# by: assertion
# when: full
# run: -w episodes -n 30000 -s 1 -c lockstep=0
s/req_l1_l2_bytes_o = line_dirty_i;/req_l1_l2_bytes_o = '1;/
