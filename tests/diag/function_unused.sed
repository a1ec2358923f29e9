# < tiles.json
s/"functions": {/&\n    "spare": {"part": "divide", "operands": {"dividend": "row", "divisor": "row"}},/
