# < deferral.json
s/"asks":  {"type": "request",/& "init": 0,/
