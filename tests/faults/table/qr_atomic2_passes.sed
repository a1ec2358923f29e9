# qr.json
# An atomic passes dirty bytes of the GPU's write cache.
# by: oracle
s/"on": \["READ3", "ATOMIC3"\], "when": "line\.dirty != {} && full"/"on": "READ3", "when": "line.dirty != {} \&\& full"/
s/"on": \["READ3", "ATOMIC3"\], "when": "line\.dirty != {}", "do"/"on": "READ3", "when": "line.dirty != {}", "do"/
