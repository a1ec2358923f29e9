s/{"in": "IV", "on": "evict", "do": \["stall"\]},/{"on": "evict", "do": ["stall"]},/
