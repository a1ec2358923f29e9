# < commands.json
s/"drop": {"command": "drop"}, //; s/{"on": "drop", "do": \["flash V to I", "respond"\]},//
