# < directory.json
s/{"node": "l1"/{"bits": 4, "node": "l1"/
