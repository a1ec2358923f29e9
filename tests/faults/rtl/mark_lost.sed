# rcc_l2.sv
# Bytes that are written while their line is fetched are not marked, so memory's line goes over them.
# by: oracle
s/assign marks = .*/assign marks = '0;/
