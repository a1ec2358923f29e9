s/{"in": "IV", "on": "evict", "do": \["stall"\]}/{"in": "IV", "on": "evict", "do": []}/
