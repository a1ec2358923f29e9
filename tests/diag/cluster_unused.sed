s/^  "networks": {/  "clusters": {"pair": {"count": "partitions"}},\n&/
