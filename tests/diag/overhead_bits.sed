# < registry.json
s/"count": "cores"/"paper": {"overhead": {"bits": 2, "percent": 3, "counts": ["state"], "over": "a line"}}, &/
s/"count": "partitions"/"paper": {"overhead": {"bits": 2, "counts": ["stat", "line.owner", "line.ower"], "over": "a line"}}, &/
