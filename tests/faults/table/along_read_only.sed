# dd_ro.json
# Words that come along with one of a read-only region are taken for read-only.
# by: oracle
/"on": \["DATA", "OWNED"\], "when": "msg.region"/s/"next": "V"/"next": "O"/
