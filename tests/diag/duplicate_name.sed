s/"registers": {"now": "ts"}/"registers": {"now": "ts", "period": "ts"}/
