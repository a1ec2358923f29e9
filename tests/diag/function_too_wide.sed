# < tiles.json
s/split\.quotient(line\.at, row)/split.quotient(line.at + 1, row)/
