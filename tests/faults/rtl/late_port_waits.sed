# cohgen_ram_1rw.sv
# With one port a late read does not see the writes that wait.
# when: full
# point: mesi_late_port
s/early_q      <= fwd_q;/early_q      <= '0;/
