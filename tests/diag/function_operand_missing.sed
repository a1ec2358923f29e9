# < tiles.json
s/, "divisor": "row"//
