# < tiles.json
s/"bounds": {/"invariants": [{"name": "x", "why": "x", "each": {"w": "win"}, "that": "split.quotient(w.row, 1) == 1"}], &/
