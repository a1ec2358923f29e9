# < paged.json
s/"bits": "addr_bits - bits(line_bytes - 1) - 2"/"bits": "addr_bits"/
