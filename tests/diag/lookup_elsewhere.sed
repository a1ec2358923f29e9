# < records.json
s/"key": "line", "doc"/"key": "line", "doc"/; s/"events": {"load": {"core": "load"}/"accept": {"request": "!out.full"}, "events": {"load": {"core": "load"}/
