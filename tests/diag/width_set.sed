# < directory.json --set line_bytes=128
s/"count": "partitions"/"count": "line_bytes"/
s/"acks":  {"bits"/"homes": {"set": "l2"},\n    &/
