# mesi_l1.sv
# Of the two messages of a miss with an eviction that of the eviction is sent twice, and that of the miss never.
# by: lockstep
# point: mesi_rows
s/push2_data_i(req_l1_l2_header)/push2_data_i(req_l1_l2_header_evicts)/
