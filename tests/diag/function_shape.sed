# < tiles.json
s/"split": {"part": "divide", /"split": {/
