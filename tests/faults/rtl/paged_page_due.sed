# paged_win_table.sv
# The page of a line that has to go is looked for as that of the line that should be here.
# by: lockstep
# run: -w random -n 10000 -O lines=5 -O words=1 -O stride=5 -O memory=50 -c commands=10
s/key_pages_o = 10'((((line_has_i \&\& moved) ? own : asked) >> 14'd2));/key_pages_o = 10'(asked >> 14'd2);/
