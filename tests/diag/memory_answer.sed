s/"FILL":  \(.*\), "payload": "line"}/"FILL":  \1}/
