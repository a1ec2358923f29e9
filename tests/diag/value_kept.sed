s/"DATA":  \(.*\)"payload": "line"/"DATA":  \1"payload": "value"/
