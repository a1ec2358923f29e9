# qr.json
# A release does not wait for its marker: a StRel stores before that is acknowledged.
# by: oracle
s/"when": "thread\.waits && thread\.left == 0", "do"/"when": "thread.waits \&\& thread.left <= partitions", "do"/
