# < buffer.json
s/"core_port": true/"core_port": false/
