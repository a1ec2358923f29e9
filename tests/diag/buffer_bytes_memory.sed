# < buffer.json
s/"to": "memory", "class": "request", "payload": "line"/"to": "memory", "class": "request", "payload": "bytes"/
