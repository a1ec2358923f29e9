s/"ACK":   \(.*\)"class": "response"/"ACK":   \1"class": "response", "payload": "value"/
s/"on": "FILL", "do": \["fill", "line.ver = 0",/"on": "FILL", "do": ["fill", "line.ver = 0", "send ACK{ver: 0} to all",/
