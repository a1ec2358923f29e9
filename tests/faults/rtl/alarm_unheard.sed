# tcs_l2.sv
# Nobody hears that leases are over.
# by: watchdog
# when: full
s/assign over_valid = |over_due /assign over_valid = 1'b0 /
