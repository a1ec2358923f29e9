# qr.json
# A LdAcq that is to be done at memory is a plain load, unless its unit has stored to the line.
# by: oracle
# without: early_sync
s/{"in": \["I", "V"\], "on": "load", "when": "mark\.acquire"/{"in": "V", "on": "load", "when": "mark.acquire \&\& line.written"/
s/{"in": \["F", "K", "P"\], "on": "load", "when": "mark\.acquire"/{"in": ["K", "P"], "on": "load", "when": "mark.acquire"/
s/"qr\.rl1\.I\.load\.2"/"qr.rl1.I.load"/
