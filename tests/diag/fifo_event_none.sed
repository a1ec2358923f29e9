# < sfifo.json
s/"oldest":  {"structure": "sfifo", "head": "line"}/"oldest":  {"structure": "sfio", "head": "line"}/
