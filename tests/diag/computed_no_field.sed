# < reverse.json
s/"place": "fit(\(.*\))"}/"place": "slot"}/
