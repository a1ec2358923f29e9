# qr.json
# A load passes dirty bytes of the GPU's write cache, also where all that it asks for is dirty, unless no more copies can be counted.
# by: oracle
s/"on": \["READ3", "ATOMIC3"\], "when": "line\.dirty != {} && full"/"on": "ATOMIC3", "when": "line.dirty != {} \&\& full"/
s/"on": \["READ3", "ATOMIC3"\], "when": "line\.dirty != {}", "do"/"on": "ATOMIC3", "when": "line.dirty != {}", "do"/
/"on": "READ3"/s/bytes - line.dirty == {}/& \&\& full/
/"driven_wl2"/d
/"passed_wl2"/d
