# dd_l1.sv
# A word's state in an MSHR entry is taken for its lowest bits.
# by: assertion
# when: full
s/{\(entry_state\[i\*3 +: 3\] < 3'd[0-9]*\) ?/{(!PLANTED \&\& \1) ?/
