# < wcache.json
s/"I": {"doc": "not here"}/"I": {"valid": "dirty", "doc": "not here"}/
