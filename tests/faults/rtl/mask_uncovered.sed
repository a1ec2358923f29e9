# wcache_l1_table.sv
# Every load finds its bytes among the dirty ones. Without lockstep, so that the assertion about valid bytes finds it.
# by: assertion
# run: -w episodes -n 30000 -s 1 -c lockstep=0
s/assign covered = .*;/assign covered = 1'b1;/
