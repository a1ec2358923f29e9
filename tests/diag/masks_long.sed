# < wcache.json --set line_bytes=128
s/"min": 16, "max": 64, /"min": 16, "max": 128, /
