# < wcache.json
s/"stale": {"type": "bool"/"stale": {"type": "mask"/
