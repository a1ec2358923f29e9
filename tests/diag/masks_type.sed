# < wcache.json
s/{"mask": "bytes"/{"mask": "words"/
