# mesi_l1.sv
# What the transition ahead writes in the set is not heeded: the line that is overwritten may be another one by now.
# point: mesi_crowd
s/s1_overwrites && !(same_set && (meta_write || mshr_write))/s1_overwrites \&\& !(same_set \&\& took)/
