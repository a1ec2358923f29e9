# < tiles.json
s/"split": {"part"/"in": {"part"/;s/split\./in./g
