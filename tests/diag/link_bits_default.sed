s/"net_depth": *{/"link_bits": {"default": 24, "min": 0, "max": 64, "doc": "bits"}, &/
