# < window.json
s/^    "win": {/&"granularity": "word",/
s/"bits(win_lines - 1)"/"bits(win_lines * line_bytes - 1) - 2"/
s/"addr_bits - bits(line_bytes - 1)"/"addr_bits - 2"/
