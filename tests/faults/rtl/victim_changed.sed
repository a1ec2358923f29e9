# mesi_l1.sv
# What the transition ahead writes in the set is not heeded: the line that is overwritten may be another one by now.
# point: mesi_crowd
s/set_changes = same_set && .*/set_changes = same_set \&\& took;/
