# window_win.sv
# The state of a place with an MSHR entry is that of its row.
# by: assertion
# when: full
# run: -w random -O lines=5 -O words=1 -O stride=5 -O memory=50 -c commands=10 -c scatter=0 -n 20000
s/found_bits = s1_mshr_hit ? entry_state : 2'(found_state)/found_bits = 2'(found_state)/
