# < registry.json
s/"line.owner = msg.src", //
s/{"in": "R", "on": "REG", "do": \[/&"line.owner = msg.src", /
