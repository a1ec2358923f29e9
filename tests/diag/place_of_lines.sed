# < registry.json
s/ *"granularity": "word",//
