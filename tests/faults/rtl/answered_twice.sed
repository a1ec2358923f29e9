# mesi_l1.sv
# The kept request that the coming line completes is not struck off.
# by: lockstep
s/\.drop_i(s2_fire && complete)/.drop_i(1'b0)/
