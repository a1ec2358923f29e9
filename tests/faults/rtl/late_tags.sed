# cohgen_ram_fwd.sv
# Tags do not see what is written a cycle after they were read.
# point: mesi_late
s/assign later = (ren_q && wen_i/assign later = (1'b0 \&\& wen_i/
