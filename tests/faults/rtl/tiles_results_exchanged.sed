# tiles_win_table.sv
# The remainder is taken for the quotient.
# by: lockstep
# run: -w random -O lines=5 -O words=1 -O stride=5 -O memory=50 -c commands=10 -c scatter=0 -n 20000
s/5'(divide0_quotient)/5'(divide0_remainder)/
