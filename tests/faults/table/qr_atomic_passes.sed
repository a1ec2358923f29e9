# qr.json
# An atomic passes dirty bytes of its compute unit.
# by: oracle
s/"on": \["LOAD", "ATOMIC"\], "when": "line\.dirty != {}"/"on": "LOAD", "when": "line.dirty != {}"/
