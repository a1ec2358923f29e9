# < reverse.json
s/"place": "fit(.*)"}/"place": "fit(base * msg.row)"}/
