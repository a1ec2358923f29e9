# < reverse.json
s/"place": "fit(\(.*\))"}/"place": "fit(msg.line - msg.base)"}/
