# < sfifo.json
# A message about a thread is sent by an event that has one: a timer and a message without have none.
s/"ACK":    {"net": "resp"/"TELL":   {"net": "req", "from": "l1", "to": "l2", "class": "request", "block": false, "thread": true, "doc": "about a thread"},\n    &/
s/{"on": "ACK", "do": \["out = out - 1"\]}/{"on": "ACK", "do": ["out = out - 1", "send TELL{} to all"]},\n        {"on": "tick", "do": ["send TELL{} to all"]}/
s/"evict":   {"evict": true}/&,\n        "tick":    {"every": 100}/
s/{"in": "V", "on": "FILL", "do": \["impossible"\], "note": "nothing was asked for"}/&,\n        {"on": "TELL", "do": []}/
