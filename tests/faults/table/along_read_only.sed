# dd_ro.json
# Words that come along with one of a read-only region are taken for read-only.
# by: oracle
s/"when": "msg.region && requested"/"when": "msg.region"/
