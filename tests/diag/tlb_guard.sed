# < paged.json
s/"when": "moved"/"when": "moved \&\& pages.frame != 0"/
