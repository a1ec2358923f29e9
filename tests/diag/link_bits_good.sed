# --set line_bytes=16
s/"net_depth": *{/"link_bits": {"default": 128, "min": 0, "max": 256, "doc": "as wide as the line: whole"}, &/
