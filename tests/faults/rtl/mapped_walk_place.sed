# mapped_win.sv
# The walk is at the first two lines only.
# by: lockstep
# when: full
# run: -c scatter=0 -w random -n 20000 -O lines=5 -O words=1 -O stride=5 -O memory=50 -c commands=10
s/2'(fifo_set)/2'(fifo_set[0])/
