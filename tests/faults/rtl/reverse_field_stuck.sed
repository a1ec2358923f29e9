# reverse_win.sv
# The place of a message is computed with another field than the table says.
# when: full
# by: assertion
# run: -w random -O lines=5 -O words=1 -O stride=5 -O memory=50 -c commands=10 -c scatter=0 -n 20000
s/8'(down_home_win_of_row)/8'(down_home_win_of_stride)/
