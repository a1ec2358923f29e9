# < buffer.json
s/"core_port": true,/& "granularity": "word",/;s/"home": true,/& "granularity": "word",/
s/{"in": "I", "on": "load", "do": \["allocate mshr",/{"in": "I", "on": "load", "widen": true, "do": ["allocate mshr", "out = out",/
s/^  "machines": {/  "check": {"bounds": {"two": {"doc": "two words", "lines": 2, "queue": 1, "words": 2, "set": {}}}},\n&/
