s/"title": "A small table without mistakes",/"title": "A small table without mistakes"/
