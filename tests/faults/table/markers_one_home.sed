# markers.json
# A release is over when one home has answered.
# by: oracle
s/"on": "release", "when": "thread.done == partitions"/"on": "release", "when": "thread.done != 0"/
