# cohgen_ram_1rw.sv
# A read does not see the oldest write that waits, only the one of its own edge.
# point: mesi_port
s/assign seen = count_q > /assign seen = count_q == 1 + /
