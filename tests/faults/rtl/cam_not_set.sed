# records_l1.sv
# What a rule assigns to a field of an entry that is found is lost.
# by: lockstep
s/\.set_i(s2_fire && found_out && !entry_insert)/.set_i(1'b0)/
