# < sfifo.json
s/"oldest":  {"structure"/"older": {"structure": "sfifo", "head": "line"}, &/
