# < markers.json
# A message without a thread marks; one with a thread is sent by events that have none.
s/"RELEASE": {"net": "req",  "from": "l1", "to": "w",  "class": "request", "block": false, "thread": true/"RELEASE": {"net": "req",  "from": "l1", "to": "w",  "class": "request", "block": false/
s/{"in": "D", "on": "evict", "do": \["send WRITE{} of line.dirty to home"\]/{"in": "D", "on": "evict", "do": ["send SYNC{} to all"]/
