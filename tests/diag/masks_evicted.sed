# < wcache.json
s/"on": "evict", "when": "clean", "do": \[\], /"on": "evict", "do": [], /
/"on": "evict", "when": "full"/d
/"on": "evict", "do": \["@flush"\]/d
