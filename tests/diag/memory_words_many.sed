# < window.json --set win_lines=32768 --set addr_bits=32
s/^    "win": {/&"granularity": "word",/
s/^    "l1": {/&"granularity": "word",/
s/^    "home": {/&"granularity": "word",/
s/"default": 4, "min": 2, "max": 64, "pow2": true, "doc": "windows of a core"/"default": 4, "min": 2, "max": 65536, "pow2": true, "doc": "windows of a core"/
s/"bits(win_lines - 1)"/"bits(win_lines * line_bytes - 1) - 2"/
s/"addr_bits - bits(line_bytes - 1)"/"addr_bits - 2"/
