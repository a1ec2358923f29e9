# < wcache.json
s/"send ATOMIC{} to home"\], "next": "A"/"send WRITE{} of all to home"], "next": "A"/
