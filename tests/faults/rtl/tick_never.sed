# rcc_wo_l1.sv
# The timer that lets a core's time go on never fires.
# by: limit
# point: rcc_wo_leases
# run: -w spin_mutex -O poll=load -s 5
s/assign tick_now = tick_wrap;/assign tick_now = 1'b0;/
