# < buffer.json
s/"store":   {"core": "store"},/"store":   {"core": "store"}, "atomic": {"core": "atomic"},/
65s/{"in": "V", "on": "evict", "do": \[\], "next": "I"},/{"in": ["I", "V", "IV", "II"], "on": "atomic", "do": ["buffer"]}, &/
