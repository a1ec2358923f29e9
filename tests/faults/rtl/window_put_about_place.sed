# window_win.sv
# What is given up goes to the global line with the number of the place.
# by: lockstep
# run: -w random -O lines=5 -O words=1 -O stride=5 -O memory=50 -c commands=10 -c scatter=0 -n 20000
s/s2_put_win_home.addr = {put_win_home_about, /s2_put_win_home.addr = {s2_in_q.addr[15:4], /
