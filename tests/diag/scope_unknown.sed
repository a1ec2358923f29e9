# < buffer.json
s/"consistency": "drf0"/"consistency": "hrf"/
s/"acquire": {"core": "acquire"}/"acquire": {"core": "acquire", "except": ["local", "grid"]}/
