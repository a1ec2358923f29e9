# < paged.json
s/"when": "moved"/"when": "moved \&\& !pages.found"/
