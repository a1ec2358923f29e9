s|^  "networks": {|  "features": {"tick": {"doc": "time passes", "drop": ["/machines/l1/events/tick"]}},\n  "networks": {|
s|{"on": "tick", "do": \[\]}|{"on": "tick", "feature": "tick", "do": []}|
