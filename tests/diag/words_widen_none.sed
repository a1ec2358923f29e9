# < buffer.json
s/"core_port": true,/& "granularity": "word",/;s/"home": true,/& "granularity": "word",/
s/{"on": "acquire", /&"widen": true, /
