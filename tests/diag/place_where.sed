# < registry.json
s/"in": "data"/"in": "date"/
