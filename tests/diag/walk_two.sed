# < markers.json
s/"sfifo": {"kind": "fifo", "entries": "w_entries"/"sfifo2": {"kind": "walk", "entries": 2, "key": "line"}, "sfifo": {"kind": "walk", "entries": "w_entries"/
