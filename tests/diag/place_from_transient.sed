# < registry.json
s/"R", "IF", "RX"\], "on": "PUT"/"R", "RX"], "on": "PUT"/
s/{"in": "RX", "on": "BACK"/{"in": "IF", "on": "PUT", "do": ["line.owner = msg.src", "replay", "release mshr"], "next": "R"},\n        &/
