# rcc_l1.sv
# The timer that lets a core's time go on never fires.
s/assign tick_now = tick_wrap;/assign tick_now = 1'b0;/
