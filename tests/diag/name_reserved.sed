s/"line": {"exp": "ts"}/"line": {"exp": "ts", "at": "ts"}/
