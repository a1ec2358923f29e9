# < local.json
s/{"in": \["N", "W"\], "on": "load", "do": \["hit", "perform load"\]}/{"in": ["N", "W"], "on": "load", "do": ["hit", "perform load", "flash lines to N", "sweep line.stores = 0"]}/
