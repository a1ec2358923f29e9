# fifos_w.sv
# What is for the second fifo goes there when the first has room.
# by: lockstep
s/(fifo_push\[1\] || fifo_mark\[1\]) && !fifo1_room/(fifo_push[1] || fifo_mark[1]) \&\& !fifo0_room/
