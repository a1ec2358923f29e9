# < local.json
s/"WBACK": {"net"/"PUSH":  {"net": "req", "from": "scratch", "to": "home", "class": "request"},\n    "PULL":  {"net": "resp", "from": "home", "to": "scratch", "class": "response"},\n    "WBACK": {"net"/
