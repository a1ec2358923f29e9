# < buffer.json
s/"core_port": true,/& "granularity": "word",/
