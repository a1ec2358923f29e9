s/"when": "fresh", "do": \["hit"/"when": "fresh \&\& mark.acquire", "do": ["hit"/
