s/"when": "fresh"/"when": "fresh \&\& 1 > 2"/
