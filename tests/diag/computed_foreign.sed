# < reverse.json
s/"place": "fit(.*)"}/"place": "fit(self * msg.row)"}/
