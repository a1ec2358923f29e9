# < sfifo.json
# Markers of the core's own threads name no request; nor does a fifo hold both kinds.
s/"ACK":    {"net": "resp", "from": "l2", "to": "l1", "class": "response", "block": false/"ASK":    {"net": "req", "from": "l2", "to": "l1", "class": "request", "block": false, "thread": true, "doc": "about a thread"},\n    "TELL":   {"net": "req", "from": "l1", "to": "l2", "class": "request", "block": false, "thread": true, "doc": "about a thread"},\n    &/
s/{"on": "ACK", "do"/{"on": "ASK", "do": ["mark sfifo"]},\n        &/
s/"when": "out == 0", "do": \["thread.done = true", "pop sfifo"\]/"when": "out == 0", "do": ["thread.done = true", "send TELL{} to all for head.request", "pop sfifo"]/
s/{"in": "V", "on": "FILL", "do": \["impossible"\], "note": "nothing was asked for"}/&,\n        {"on": "TELL", "do": ["send ASK{} to core(msg.request)"]}/
