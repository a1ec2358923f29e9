# < wcache.json
s/"send WRITE{} of line.dirty to home"/"send WRITE{} to home"/
