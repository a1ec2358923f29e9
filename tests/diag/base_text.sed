1!d
s|.*|{"name": "made", "title": "T", "base": "torn"}|
