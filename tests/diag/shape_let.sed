s/"fresh": {"is": "line.exp >= now"}/"fresh": "line.exp >= now"/
