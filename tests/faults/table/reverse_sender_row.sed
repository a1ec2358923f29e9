# reverse.json
# A line is recalled by the tile that the command in force names for another one: rows of one line.
s/"send RECALL{base: line.base, row: line.row, stride: line.stride} to line.owner"\], "next": "XV"/"send RECALL{base: line.base, row: fit(line.row * 0 + 1), stride: line.stride} to line.owner"], "next": "XV"/
