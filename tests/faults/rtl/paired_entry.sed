# mesi_l1.sv
# A line is evicted with a miss although there is only one free entry.
# by: assertion
# point: mesi_rows
s/pair_fits = pair_room &&/pair_fits =/
