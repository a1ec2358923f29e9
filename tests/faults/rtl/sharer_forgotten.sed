# mesi_l2_table.sv
# The second core that gets a copy drives the first out of the map.
# point: mesi_crowd
# by: lockstep
# when: full
s/line_sharers_o = (line_sharers_i | (2'd1 << src_i));/line_sharers_o = (2'd1 << src_i);/
