# rcc_l2.sv
# Of two members of deferred requests that share their bits, the wrong one goes in.
# by: lockstep
s/waiting_cmp = (s2_event_q == rcc_pkg::L2_EV_GETS)/waiting_cmp = (s2_event_q != rcc_pkg::L2_EV_GETS)/
