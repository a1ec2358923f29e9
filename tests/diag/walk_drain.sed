# < markers.json
s/"kind": "fifo", "entries": "w_entries", "key": "line", "markers": true/"kind": "walk", "entries": "w_entries", "key": "line", "drain": "true"/
