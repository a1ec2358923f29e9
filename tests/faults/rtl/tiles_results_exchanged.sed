# tiles_win_table.sv
# Quotient and remainder change places.
# by: lockstep
# run: -w random -O lines=5 -O words=1 -O stride=5 -O memory=50 -c commands=10 -c scatter=0 -n 20000
s/\.quotient_o(divide0_quotient), \.remainder_o(divide0_remainder)/.quotient_o(divide0_remainder), .remainder_o(divide0_quotient)/
