1!d
s|.*|{"name": "made", "title": "T",\n "base": "base_itself"}|
