# qr.json
# A load passes dirty bytes of the GPU's write cache.
# by: oracle
s/"on": \["READ3", "ATOMIC3"\], "when": "line\.dirty != {} && full"/"on": "ATOMIC3", "when": "line.dirty != {} \&\& full"/
s/"on": \["READ3", "ATOMIC3"\], "when": "line\.dirty != {}", "do"/"on": "ATOMIC3", "when": "line.dirty != {}", "do"/
/"driven_wl2"/d
/"passed_wl2"/d
