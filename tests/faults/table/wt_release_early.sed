# wt.json
# A release does not wait for the acknowledgements of its thread's writes.
# by: oracle
s/"on": "release", "when": "thread.out == 0", "do"/"on": "release", "when": "thread.out <= thread.out", "do"/
