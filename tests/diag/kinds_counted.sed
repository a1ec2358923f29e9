# < mixed.json
s/^  "parameters": {/&\n    "cores": {"default": 2, "min": 1, "max": 8, "doc": "L1s of CPU cores"},/
s/"count": "cpus"/"count": "cores"/
