# < registry.json
s/{"in": "R", "on": "PUT", "when": "line.owner == msg.src", "do": \["fill", \(.*\)"next": "D"}/{"in": "R", "on": "PUT", "when": "line.owner == msg.src", "do": ["fill", \1"next": "R"}/
s/"on": "BACK", "do": \["fill", /&"line.owner = msg.src", /
