s|^  "networks": {|  "features": {"write": {"doc": "stores", "drop": ["/messages/WRIT", "/machines/l1/events/store"], "needs": ["more"]}},\n  "networks": {|
