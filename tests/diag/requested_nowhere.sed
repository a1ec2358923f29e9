# < buffer.json
s/"core_port": true,/& "granularity": "word",/;s/"home": true,/& "granularity": "word",/
s/"when": "line.dirty"/"when": "line.dirty \&\& requested"/
