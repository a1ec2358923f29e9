# --set line_bytes=256
s/"line_bytes": \(.*\)"max": 128/"line_bytes": \1"max": 512/
