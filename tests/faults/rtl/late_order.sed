# mesi_l1.sv
# Of two words that were written before a read the older one counts.
# point: mesi_late
# run: -w random -O lines=2 -O words=1 -n 30000 -s 1
s/data_ahead_lane_q\[l\] ? data_ahead_q\[l%4\*8 +: 8\]/(data_ahead_lane_q[l] \&\& !data_before_lane_q[l]) ? data_ahead_q[l%4*8 +: 8]/
