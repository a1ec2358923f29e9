# mesi_l1_table.sv
# A copy whose line somebody else is about to write is not given up: what table/copy_kept.sed makes of the table, in the design of the
# right one.
# point: mesi_crowd
# by: assertion
# run: -w random -O lines=4 -n 30000 -s 1 -c lockstep=0
/mesi\.l1\.S\.INV:/,/next_o = /s/next_o = mesi_pkg::L1_I;/next_o = mesi_pkg::L1_S;/
