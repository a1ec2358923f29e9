# sfifo_l1.sv
# A store does not wait for room in the fifo.
# by: lockstep
s/ || ((fifo_push || fifo_mark) && !fifo_room)//
