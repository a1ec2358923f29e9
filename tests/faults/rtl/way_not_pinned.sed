# dd_l1.sv
# A way is pinned when the second request for its line is deferred, not by the first: until then it may be given to another line.
# by: assertion
s/assign pinned_next = (mshr_hit || alloc_mshr)/assign pinned_next = mshr_hit/
