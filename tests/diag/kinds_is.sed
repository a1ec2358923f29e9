# < mixed.json
s/"in": "S", "on": "READ"/&, "when": "is(msg.request)"/
