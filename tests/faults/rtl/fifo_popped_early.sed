# sfifo_l1.sv
# An address leaves the fifo although its rule lets it wait for the write-back.
s/\.commit_i(fifo_in_s2 && s2_done)/.commit_i(fifo_in_s2)/
