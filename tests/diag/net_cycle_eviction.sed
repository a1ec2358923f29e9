# < directory.json
s/"INVACK": {"net": "resp", "from": "l1", "to": "l2", "class": "response"}/"INVACK": {"net": "req", "from": "l1", "to": "l2", "class": "request"}/
