s/{"in": "V", "on": "evict", "do": \[\], "next": "I"},/{"in": "V", "on": "evict", "do": ["perform load"], "next": "I"},/
