# local_fences.json
# A local memory waits for an acquire before it answers its half of a fourth release, though the L1 has answered.
# by: watchdog
s/"when": "passed == 3", "do": \["respond"\]/"when": "passed == 3", "do": ["stall"]/
