# < msi3.json
s/"count": "partitions",/"in": "cluster", &/
