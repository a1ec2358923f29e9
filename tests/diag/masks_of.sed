# < wcache.json
s/"send GETS{} to home"\], "next": "F", "note"/"send GETS{} of line.dirty to home"], "next": "F", "note"/
