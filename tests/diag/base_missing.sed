1!d
s|.*|{"name": "made", "title": "T",\n "base": "toi"}|
