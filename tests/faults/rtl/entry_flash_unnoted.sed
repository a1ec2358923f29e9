# dd_l1.sv
# A flash of the states of words in MSHR entries is not noted: what comes for a load of before an acquire stays.
# by: lockstep
s/\(assign mshr_flash_mask = .*\)flash_mshrs/\11'd0/
