# tiles_win_table.sv
# The part is told another divisor than the rule says.
# by: lockstep
# run: -w random -O lines=5 -O words=1 -O stride=5 -O memory=50 -c commands=10 -c scatter=0 -n 20000
s/\.divisor_i(row_i)/.divisor_i(stride_i)/
