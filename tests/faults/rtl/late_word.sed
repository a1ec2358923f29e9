# mesi_l1.sv
# A word that was written as S0b read its line is not forwarded.
# point: mesi_late
# run: -w random -O lines=2 -O words=2 -n 30000 -s 1
s/data_before_lane_q <= s1_before_lane_q;/data_before_lane_q <= '0;/
