# < wcache.json
s/"in": "V", "on": "DATA"/&/
s/{"in": \["D", "V"\], "on": "evict", "when": "clean"/{"in": ["D", "V"], "on": "evict", "when": "covered"/
s/"when": "!mshr.stale"/"when": "bytes == {}"/
