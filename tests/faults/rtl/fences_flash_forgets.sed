# cohgen_flash_map.sv
# An acquire of the local memory forgets a line.
# by: assertion
# point: local_fences
# run: -w tiles -s 3 -O rounds=20
s/else if (flash_i)/else if (flash_i \&\& r != 1)/
