s|{"on": "tick", "do": \[\]}|{"on": "tick", "feature": "tick", "do": []}|
