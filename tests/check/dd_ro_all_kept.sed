s/{"in": "V", "on": "load", "when": "mark.readonly", "do"/{"in": "V", "on": "load", "do"/
s/{"in": \["V", "O", "R", "IR", "RQ"\], "on": "load"/{"in": ["O", "R", "IR", "RQ"], "on": "load"/
