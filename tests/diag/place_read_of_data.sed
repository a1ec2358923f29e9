# < registry.json
s/{"in": "D", "on": "REG", "do"/{"in": "D", "on": "REG", "when": "line.owner == msg.src", "do": ["stall"]}, &/
s/{"in": "D", "on": "evict", "do": \["send WBACK{} to memory"/{"in": "D", "on": "evict", "do": ["send WBACK{} to memory", "send RECALL{} to line.owner"/
