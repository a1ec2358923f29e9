/{"in": \["I", "V", "R", "RQ"\], "on": "atomic"/s/"when": "gathered"/"when": "gathered \&\& !mark.local"/
