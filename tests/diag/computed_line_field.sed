# < reverse.json
s/"place": "fit(\(.*\))"}/"place": "line.at"}/
