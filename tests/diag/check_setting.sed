s/"set": {"cores": 2, "threads"/"set": {"core": 2, "threads"/
