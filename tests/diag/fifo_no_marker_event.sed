# < sfifo.json
/"passed":/d
/"on": "passed"/d
