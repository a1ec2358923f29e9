# < registry.json
s/{"in": "I", "on": "REG", "widen": true/{"in": "I", "on": "REG", "when": "words == 1", "do": ["stall"]}, &/
s/{"in": "R", "on": "PUT", "when": "line.owner == msg.src"/{"in": "R", "on": "PUT", "when": "line.owner == msg.src \&\& words < 3"/
