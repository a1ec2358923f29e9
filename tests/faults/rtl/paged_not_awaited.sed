# paged_win.sv
# An event whose rule reads where a page is does not wait until that is known.
# by: lockstep
# run: -w random -n 10000 -O lines=5 -O words=1 -O stride=5 -O memory=50 -c commands=10
s/ || (want_pages && !found_pages)//
