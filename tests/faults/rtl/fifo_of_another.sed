# fifos_w.sv
# What is for the second fifo goes into the first.
# by: lockstep
s/\.push_valid_i(s2_fire && (fifo_push\[0\] || fifo_mark\[0\]))/.push_valid_i(s2_fire \&\& (|fifo_push || fifo_mark[0]))/
