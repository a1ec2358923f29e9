# msi_l1.sv
# The line's own threads go first again and again, whoever waits for the line.
# by: assertion
# point: msi_rows
# run: -w random -O lines=4 -O stride=2 -n 60000 -s 1
s/local_starts = s2_fire && replay && !local_late_q && !local_holds/local_starts = s2_fire \&\& replay/
