# < records.json
s/"key": "line", "doc": "lines that are/"key": "line", "find": {"load": "1"}, "doc": "lines that are/
