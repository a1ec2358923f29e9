# cohgen_ram_1rw.sv
# With one port a read does not see what is written a cycle after it.
# point: mesi_late_port
# when: full
s/assign later = (ren_q && wen_i/assign later = (1'b0 \&\& wen_i/
