# --set line_bytes=4
s/"line_bytes": \(.*\)"min": 16/"line_bytes": \1"min": 4/
