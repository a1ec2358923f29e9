# < reverse.json
s/"place": "fit(\(.*\))"}/"place": "fit(line.row * 1)"}/
