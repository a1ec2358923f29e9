# mesi_l1.sv
# A line is evicted with a miss while the transition ahead writes it: what leaves is the old data.
# by: lockstep
# point: mesi_rows
s/ || mshr_write || data_write)/ || mshr_write)/
