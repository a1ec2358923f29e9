# < buffer.json
s/"core_port": true,/& "granularity": "word",/;s/"home": true,/& "granularity": "word",/
s/"when": "buffered", "do": \["drain"/"when": "buffered \&\& whole", "do": ["drain"/
s/"on": "ACK", "do": \["out = out - 1"/"on": "ACK", "do": ["out = gathered ? out : out - words"/
s/"when": "line.dirty"/"when": "line.dirty \&\& wanted"/
