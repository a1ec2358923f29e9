# < reverse.json
s/"place": "fit(\(.*\))"}/"place": "\1"}/
