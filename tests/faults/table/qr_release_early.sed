# qr.json
# A release waits for nothing: a StRel stores before its marker is acknowledged.
# by: oracle
s/"when": "thread\.waits && thread\.left == 0", "do"/"when": "thread.waits \&\& thread.left <= 2 * partitions", "do"/
