# mesi_l1.sv
# The deferred request that the coming line completes is not struck off.
# point: mesi_crowd
# by: assertion
# run: -w random -O lines=1 -O words=4 -n 30000 -s 4
s/\.drop_i(s2_fire && complete)/.drop_i(1'b0)/
