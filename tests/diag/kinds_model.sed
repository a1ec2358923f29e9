# < mixed.json
s/"consistency": "sc"/"consistency": "sx"/
