# gd_l2.sv
# Bytes that a message writes as S0b reads their line are not looked at again.
# when: full
# point: gd_late
# run: -w episodes -n 30000 -s 1
s/s1_before_q <= .*;/s1_before_q <= 1'b0;/
