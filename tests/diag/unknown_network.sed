s/"net": "resp"/"net": "rsep"/
