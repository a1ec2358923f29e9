# < sfifo.json
s/"structures": {/&"other": {"kind": "fifo", "entries": 4, "key": "line"},/
s/"oldest":  {"structure"/"older": {"structure": "other", "head": "line"}, &/
s/{"in": \["I", "V", "IV", "II"\], "on": "oldest", "do": \["pop sfifo"\]}/&, {"in": ["I", "V", "IV", "II"], "on": "older", "do": ["pop sfifo"]}/
