# < records.json
s/"kind": "cam", "entries": "records", "key": "line"/"kind": "cam", "entries": 0, "key": "pages", "markers": true/
