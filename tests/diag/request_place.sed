# < deferral.json
s/"dirty":   {"type": "bool"/"who": {"type": "request"}, &/
s/"RecallAck": {"net": "resp",/& "fields": {"who": "request"},/
s/"fields": {"acks": "acks"}/"fields": {"acks": "acks", "core": "core", "request": "bool"}/
s/"core":  {"node": "l1", "doc": "an L1"},/& "request": {"node": "l2"},/
