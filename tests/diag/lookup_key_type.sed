# < records.json
s/"kind": "cam", "entries": "records", "key": "line"/"kind": "cam", "entries": "records", "key": "core", "find": {"load": "self"}/
