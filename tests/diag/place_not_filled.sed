# < registry.json
s/"on": "PUT", "when": "line.owner == msg.src", "do": \["fill", /"on": "PUT", "when": "line.owner == msg.src", "do": [/
