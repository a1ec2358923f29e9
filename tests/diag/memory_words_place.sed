# < window.json
s/^    "win": {/&"granularity": "word",/
s/^    "l1": {/&"granularity": "word",/
s/^    "home": {/&"granularity": "word",/
s/"addr_bits - bits(line_bytes - 1)"/"addr_bits - 2"/
s/slot: line.at/slot: fit(line.at)/
