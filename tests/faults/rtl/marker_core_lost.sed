# markers_l2.sv
# A marker forgets which core released: core 0 is answered for all.
# by: lockstep
s/({s2_in_q\.core, s2_in_q\.tid})/(s2_in_q.tid)/
