# < sfifo.json
/"oldest":/d
/"on": "oldest"/d
