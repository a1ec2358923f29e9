# < registry.json
s/"types": {/"types": {\n    "mask": {"mask": "bytes", "doc": "bytes of a line"},/
s/"owner": {/"dirty": "mask", "owner": {/
