# sfifo_l1.sv
# A line that becomes dirty does not go into the fifo.
# by: lockstep
s/\.push_valid_i(s2_fire && (fifo_push || fifo_mark))/.push_valid_i(s2_fire \&\& fifo_mark)/
