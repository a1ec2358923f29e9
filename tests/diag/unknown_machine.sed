# < directory.json
s/"node": "l1"/"node": "L1"/
