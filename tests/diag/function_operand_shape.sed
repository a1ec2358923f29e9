# < tiles.json
s/"divisor": "row"/"divisor": 3/
