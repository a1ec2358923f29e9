# mesi_l1.sv
# S0 takes an event while a write of tags waits: none are read for it.
# point: mesi_port
s/assign ports_free = !tags_waiting/assign ports_free = 1'b1/
