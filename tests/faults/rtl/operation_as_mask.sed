# mesi_l1.sv
# Where a deferred atomic's operation stands, there is its mask.
# by: lockstep
s/ ? s2_in_q\.aop : s2_in_q\.mask;/ ? s2_in_q.mask : s2_in_q.mask;/
