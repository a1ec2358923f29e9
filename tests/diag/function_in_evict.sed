# < tiles.json
s/"win": {/"home": {"registers": {"row": {"type": "row"}}, "let": {"odd": {"is": "split.quotient(1, row) > 0"}}, "rules": [{"in": "V", "on": "evict", "when": "odd", "do": ["send WBACK{} to memory"], "next": "I"}]},\n    &/
