# gd_l1.sv
# The store buffer forgets that byte 1 of a line was written.
# by: lockstep
# when: full
s/\.put_bytes_i(sb_put_bytes)/.put_bytes_i(sb_put_bytes \& ~16'h2)/
