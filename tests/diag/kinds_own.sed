# < mixed.json
s/"consistency": "sc"/"consistency": "drf0"/
