s/{"in": "V", "on": "GETS", "do": \[/&"hit", "respond line", /
