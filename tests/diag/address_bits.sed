s/"addr_bits": *{"default": [0-9]*, "min": [0-9]*/"addr_bits": {"default": 7, "min": 7/
