# local_fences.json
# A local memory never comes to rest: its half of a release waits for ever, though the L1 has answered.
# by: watchdog
s/"on": "rest", "do": \["busy = false"\]/"on": "rest", "do": []/
