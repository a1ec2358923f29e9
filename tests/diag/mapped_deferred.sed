# < window.json
s|"to": "win",  "class": "forward"|"to": "win",  "class": "request"|
s/{"in": "MU", "on": "RECALL", "do": \[\]/{"in": "MU", "on": "RECALL", "do": ["merge"]/
