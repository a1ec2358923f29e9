# qr_wl2.sv
# The fifo does not hear of the table's condition for draining, and begins when the marker has come.
# by: limit
# point: qr_early
# when: full
# run: -w release -O lines=48 -O rounds=4 -c max_cycles=2700
s/\.drain_i(([^)]*))/.drain_i(1'b0)/
