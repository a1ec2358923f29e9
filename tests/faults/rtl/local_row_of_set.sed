# local_scratch.sv
# Places of the local memory are mixed up: two lines have one row of data.
# by: lockstep
s/^  assign s2_row = s2_set;/  assign s2_row = s2_set \& 3'd6;/
