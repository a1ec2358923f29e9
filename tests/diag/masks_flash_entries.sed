# < wcache.json
s/"flash mshr.stale = true"/"flash F to A"/
