# < registry.json
s/"line.owner = msg.src", "line.stale = true", //
s/{"in": "R", "on": "REG", "do": \[/&"line.owner = msg.src", /
