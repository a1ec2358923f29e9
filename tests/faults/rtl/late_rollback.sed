# mesi_l1.sv
# What the core sent behind a request that goes back stays in S0b.
# point: mesi_late
s/s1_core_q <= s0b_core_q && !core_rollback/s1_core_q <= s0b_core_q/
