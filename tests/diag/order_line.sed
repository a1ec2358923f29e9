# < buffer.json
s/"on": "acquire", "do"/"in": "I", &/
