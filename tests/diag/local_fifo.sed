# < window.json
s|"registers": {"base"|"structures": {"order": {"kind": "fifo", "entries": 4, "key": "line"}}, &|
