# window_win.sv
# Behind the transition that gives a place its MSHR entry, the place has none.
# by: assertion
# run: -w random -O lines=5 -O words=1 -O stride=5 -O memory=50 -c commands=10 -c scatter=0 -n 20000
s/s2_mshr_hit_q <= changed ? stays : s1_mshr_hit/s2_mshr_hit_q <= s1_mshr_hit/
