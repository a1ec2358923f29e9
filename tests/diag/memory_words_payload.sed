# < window.json
s/^    "win": {/&"granularity": "word",/
s/^    "l1": {/&"granularity": "word",/
s/^    "home": {/&"granularity": "word",/
s/"GIVE": {\(.*\)"payload": "line"/"GIVE": {\1"payload": "value"/
s/"bits(win_lines - 1)"/"bits(win_lines * line_bytes - 1) - 2"/
s/"addr_bits - bits(line_bytes - 1)"/"addr_bits - 2"/
