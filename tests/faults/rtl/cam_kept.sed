# records_l1.sv
# What has come home stays in the cam.
# by: watchdog
s/\.remove_i(s2_fire && entry_remove)/.remove_i(1'b0)/
