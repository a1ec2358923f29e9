# < accesses.json
s/"core": "store", "operands": "tile"/"core": "store"/
