# < records.json
s/"kind": "cam", "entries": "records", "key": "line"/"kind": "tlb", "entries": 4, "key": "line"/
