s/"count": "cores"/"count": "threads"/
s/"count": "partitions"/"count": "cores"/
