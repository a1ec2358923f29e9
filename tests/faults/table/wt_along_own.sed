# wt.json
# The same in the L1: a load that synchronizes may wait for ever for atomics of its own unit.
# by: watchdog
# point: wt_units
s/"when": "mshr.ops != 0 && !mshr.waited"/"when": "mshr.ops != 0"/
