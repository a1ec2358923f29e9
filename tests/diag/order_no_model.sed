# < buffer.json
s/"consistency": "drf0"/"consistency": "drf9"/
