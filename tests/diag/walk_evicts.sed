# < markers.json
s/"queue": {"kind": "fifo"/"queue": {"kind": "walk"/
/"home": true/,$s/{"in": "V", "on": "evict", "do": \[\], "next": "I"}/{"in": "V", "on": "evict", "do": ["allocate mshr", "send FETCH{} to memory"], "next": "IV"}/
