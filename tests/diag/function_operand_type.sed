# < tiles.json
s/"divisor": "row"/"divisor": "bool"/
