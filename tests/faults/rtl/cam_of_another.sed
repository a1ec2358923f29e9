# records_l1.sv
# The cam compares a part of the line's address: another line is taken for the one that is written back.
# by: lockstep
s/\.key_i(s2_key)/.key_i(s2_key \& ~12'd2)/
