# mesi_l2.sv
# S2 gives a reserved place for a line back though the state in which it has found the line says that one is sent.
# by: assertion
# point: mesi_links
# run: -w random -n 20000 -O lines=64 -O loads=30 -O stores=60
s/resp_l2_l1_keeps = s2_valid_q/resp_l2_l1_keeps = 1'b0/
