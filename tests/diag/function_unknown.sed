# < tiles.json
s/split\.quotient(/splt.quotient(/
