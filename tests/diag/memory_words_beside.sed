# < window.json
s/^    "l1": {/&"granularity": "word",/
s/^    "home": {/&"granularity": "word",/
