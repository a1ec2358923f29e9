# cohgen_ram_1rw.sv
# A read does not see a write that waits since the edge before, only that of its own edge.
# point: mesi_port
s/<= waits ? lane_q\[w\*Lanes +: Lanes\] : /<= /
