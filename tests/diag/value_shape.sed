s/"GETS":  \(.*\)"class": "request"/"GETS":  \1"class": "request", "payload": "value"/
s/"ACK":   \(.*\)"class": "response"/"ACK":   \1"class": "response", "block": false, "payload": "value"/
