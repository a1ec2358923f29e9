# < wcache.json
