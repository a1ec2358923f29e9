# < window.json
s/^    "win": {/&"granularity": "word",/
s/^    "l1": {/&"granularity": "word",/
s/^    "home": {/&"granularity": "word",/
s/{"in": "V", "on": "WGET", /&"widen": true, /
s/{"in": "V", "on": "WPUT", /&"widen": true, /
s/{"in": "V", "on": "LD", /&"when": "words == 1", /
s/{"in": \["I", "V", "IV"\], "on": "WPUT"/&/
s/"bits(win_lines - 1)"/"bits(win_lines * line_bytes - 1) - 2"/
s/"addr_bits - bits(line_bytes - 1)"/"addr_bits - 2"/
