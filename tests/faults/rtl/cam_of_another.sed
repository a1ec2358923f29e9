# records_l1.sv
# The cam compares a part of the line's address: another line is taken for the one that is written back.
# by: assertion
# when: full
# point: records_two
# run: -w random -O lines=64 -n 20000
s/\.key_i(s2_key)/.key_i(s2_key \& ~12'd1)/
