s/"ACK": \(.*\)"net": "resp",\(.*\)"class": "response"/"ACK": \1"net": "resp",\2"class": "request"/
s/"WBACK": \(.*\)"class": "request"/"WBACK": \1"class": "forward"/
