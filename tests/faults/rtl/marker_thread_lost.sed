# markers_w.sv
# A marker forgets which thread released.
# by: lockstep
s/passed_in\.tid = fifo_data\[/passed_in.tid = ~fifo_data[/
