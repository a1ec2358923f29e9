# < tiles.json
s/"registers": {"row"/"accept": {"request": "split.quotient(1, row) < 1"}, &/
