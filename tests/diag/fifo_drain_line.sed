# < markers.json
s/"kind": "fifo", "entries": "w_entries", "key": "line", "markers": true/"kind": "fifo", "entries": "w_entries", "key": "line", "markers": true, "drain": "line.dirty == {}"/
