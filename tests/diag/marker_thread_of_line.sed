# < markers.json
s/"SYNC":    {"net": "req",  "from": "w",  "to": "l2", "class": "request", "block": false, "thread": true/"SYNC":    {"net": "req",  "from": "w",  "to": "l2", "class": "request", "thread": true/
