# < buffer.json
s/"core_port": true,/& "granularity": "word",/;s/"home": true,/& "granularity": "word",/
s/"when": "buffered", "do": \["drain"/"when": "gathered", "do": ["drain"/
s/{"in": "I", "on": "load", "do": \["allocate/{"in": "I", "on": "load", "widen": true, "do": ["allocate/
s/"in": "V", "on": "store", "do"/"in": "V", "on": "store", "when": "whole || !wanted", "do": ["write", "@gather", "buffer.kept = words == 1"]}, {"in": "V", "on": "store", "do"/
