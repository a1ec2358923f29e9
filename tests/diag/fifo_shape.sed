# < sfifo.json
s/"kind": "fifo", "entries": "sfifo_entries", "key": "line"/"kind": "ring", "entries": 1, "key": "page"/
