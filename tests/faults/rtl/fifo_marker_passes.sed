# sfifo_l1.sv
# What is at the head of the fifo is taken for a marker, whether it is one or not: a release passes what was stored before it.
# by: lockstep
s/passed_valid = fifo_valid && fifo_marker/passed_valid = fifo_valid/
