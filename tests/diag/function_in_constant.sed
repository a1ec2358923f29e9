# < tiles.json
s/"types": {/"constants": {"one": "split.quotient(1, 1)"}, &/
