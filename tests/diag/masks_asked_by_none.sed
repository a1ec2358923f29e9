# < partition.json
# Which bytes a load asks for is known where the load sent the message, not an eviction.
/^    "l1": {/,/^    "w": {/s/{"in": "V", "on": "evict", "do": \[\], "next": "I"},/{"in": "V", "on": "evict", "do": ["send LOAD{} to parent"], "next": "I"},/
