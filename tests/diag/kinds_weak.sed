# < mixed.json
s/"consistency": "sc"/"consistency": "rvwmo"/
