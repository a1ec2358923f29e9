# dd_l2.sv
# A line is overwritten before the deferred requests that were handed back have used it: line_not_awaited of gd.
# by: watchdog
s/ && !replays_first$//
