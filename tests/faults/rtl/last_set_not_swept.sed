# mesi_l1.sv
# The sweep after reset ends before the last set.
# point: mesi_crowd
# by: assertion
# run: -w random -n 2000 -c random_reset=1
# when: full
s/if (sweep_set_q == 2'd3) sweep_read_q/if (sweep_set_q == 2'd2) sweep_read_q/
