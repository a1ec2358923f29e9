# mesi_l1.sv
# A message without a line takes the line of a later one with it.
# point: mesi_rows
s/resp_l2_l1_goes = resp_l2_l1_commit && .*/resp_l2_l1_goes = resp_l2_l1_commit;/
