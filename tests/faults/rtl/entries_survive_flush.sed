# rcc_l1_table.sv
# At a rollover the copies go, but requests on their way keep their state.
# when: full
s/flash_mshrs_o = 1'b1;/flash_mshrs_o = 1'b0;/
