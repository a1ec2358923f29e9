s/"when": "line.dirty"/"when": "line.ver"/
