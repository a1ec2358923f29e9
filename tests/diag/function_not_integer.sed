# < tiles.json
s/split\.quotient(line\.at, row)/split.quotient(moved, row)/;s/"moved": {"is": "line.of != due"/"moved": {"is": "line.of != 0"/
