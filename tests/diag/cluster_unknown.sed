# < msi3.json
s/"in": "cluster",/"in": "clutser",/
s/"cluster": {"count": "clusters"/"cluster": {"count": "clutsers"/
