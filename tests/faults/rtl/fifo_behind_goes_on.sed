# sfifo_l1.sv
# What the fifo has sent behind a line or marker that goes back goes on, and leaves before it.
# by: lockstep
s/(s1_passed_q && fifo_rollback) || (s1_oldest_q && fifo_rollback)/1'b0/
