# < registry.json
s/"R", "IF", "RX"\], "on": "PUT"/"R", "RX"], "on": "PUT"/
s|{"in": "RX", "on": "BACK", "do"|{"in": "IF", "on": "PUT", "do": ["line.owner = msg.src", "line.stale = true", "replay", "release mshr"], "next": "R"},\n        &|
