s/"line": {"exp": "ts"}/"line": {"exp": "ts", "state": "ts"}/
s/"mshr": {"asked": "ts"}/"mshr": {"asked": "ts", "write": "bool", "dirty": "bool"}/
