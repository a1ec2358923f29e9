s/"when": "fresh"/"wenn": "fresh"/
