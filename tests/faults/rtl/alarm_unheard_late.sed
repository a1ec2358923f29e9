# tcw_l2.sv
# Nobody hears that leases are over, and leases are longer than the watchdog waits where nothing waits for a clock.
# by: watchdog
# point: tcw_long
# run: -w random -O lines=4 -n 2000 -s 1
s/assign over_valid = |over_due /assign over_valid = 1'b0 /
