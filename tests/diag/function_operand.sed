# < tiles.json
s/"divisor": "row"/"divisr": "row"/
