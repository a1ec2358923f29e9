s/"line_bytes": \(.*\)"default": 64\(.*\)"max": 128/"line_bytes": \1"default": 256\2"max": 512/
