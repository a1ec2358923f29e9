# msi_l1.sv
# The line's own threads go first again and again, whoever waits for the line.
# by: assertion
# point: msi_rows
s/local_starts = s2_fire && replay && !local_late_q && !local_holds/local_starts = s2_fire \&\& replay/
