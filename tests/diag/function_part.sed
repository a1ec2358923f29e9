# < tiles.json
s/"part": "divide"/"part": "divid"/
