# rcc_l2.sv
# A deferred atomic comes again as a read.
# by: lockstep
s/default: replay_event = rcc_pkg::L2_EV_ATOMIC/default: replay_event = rcc_pkg::L2_EV_GETS/
