# cohgen_source_queues.sv
# A sender whose request had to wait sleeps for ever, whatever happens, and for however long.
# by: watchdog
# point: mesi_wt_crowd
s/assign stirred = .*/assign stirred = '0;/
