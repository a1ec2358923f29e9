# < buffer.json
s/"fields": {"kept": {"type": "bool", "doc": "a copy was here when it began"}}/"fields": {"kept": "bool", "far": "bool", "lost": "bool"}/
s/"thread": {/"thread": {"far": "bool", /
s/"buffer.kept = false"/&, "buffer.far = true", "thread.far = false"/
s/"when": "buffered"/"when": "buffered || buffer.lost"/
