# < buffer.json
s/"entries": "stores"/"entries": 257/
