# cohgen_ram_1rw.sv
# A write does not wait for the port that a read has: it is lost.
# point: mesi_port
s/assign stays     = wen_i && (ren_i ||/assign stays     = wen_i \&\& (1'b0 ||/
