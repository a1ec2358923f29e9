# < registry.json
s/"send RECALL{} to line.owner"\], "next": "RX"},$/"send RECALL{} to line.owner", "send WBACK{} to memory"], "next": "RX"},/
s/{"in": \["IF", "RX"\], "on": "REG", "do": \["merge"/{"in": ["IF", "RX"], "on": "REG", "do": ["merge", "send DATA{} to msg.src"/
