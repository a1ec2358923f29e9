s|^  "networks": {|  "features": {"write": {"doc": "stores", "dropp": ["/messages/WRITE"]}, "bare": {"drop": []}},\n  "networks": {|
