# < sfifo.json
s/"kind": "fifo", "entries": "sfifo_entries", "key": "line"/"kind": "heap", "entries": 1, "key": "page"/
