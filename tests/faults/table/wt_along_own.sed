# wt.json
# The same in the L1: a load that synchronizes may wait for ever for atomics of its own unit.
# by: watchdog
# point: wt_units
# run: -w episodes -n 200000 -O lines=1 -O atomics=90 -O counters=1 -O flags=1 -s 1
s/"when": "mshr.ops != 0 && !mshr.waited"/"when": "mshr.ops != 0"/
