# < reverse.json
s/"place": "fit(\(.*\))"}/"place": "msg.row == 1"}/
