# cohgen_source_queues.sv
# Of two messages of one sender the later one is served first.
# by: lockstep
# point: mesi_wt_crowd
s/slot(first_q, taken) == PtrBits'(e)/slot(first_q, more[s] ? taken + 1'b1 : taken) == PtrBits'(e)/
