# window_win.sv
# A message is taken for the place with the number of its global line.
# by: assertion
# run: -w random -O lines=5 -O words=1 -O stride=5 -O memory=50 -c commands=10 -c scatter=0 -n 20000
s/win_in.addr = 16'({down_home_win_msg.slot, /win_in.addr = 16'({down_home_win_msg.addr[5:4], /
