# rcc_l2.sv
# The marks of an MSHR entry's last line are there for its next one.
# by: oracle
s/{16{fresh}}/{16{1'b0}}/
