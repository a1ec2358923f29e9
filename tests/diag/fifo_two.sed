# < sfifo.json
s/"structures": {/&"other": {"kind": "fifo", "entries": 4, "key": "line"},/
