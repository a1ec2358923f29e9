# < tiles.json
s/split\.quotient(/split.quotent(/
