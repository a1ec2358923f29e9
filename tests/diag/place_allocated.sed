# < registry.json
s/{"in": \["IF", "RX"\], "on": "REG", "do": \["merge"/{"in": ["IF", "RX"], "on": "REG", "do": ["merge", "allocate line"/
