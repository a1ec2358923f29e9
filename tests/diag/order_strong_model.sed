# < buffer.json
s/"consistency": "drf0"/"consistency": "sc"/
