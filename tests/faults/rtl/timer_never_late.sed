# rcc_l1.sv
# A timer goes on waiting for a slot that nothing else asks for, however late it is: threads that poll leave none.
# by: limit
# point: rcc_polled
# run: -w flag -s 2 -c max_cycles=100000
# when: full
s/(beat_late || /(1'b0 || /
