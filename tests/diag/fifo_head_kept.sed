# < sfifo.json
s/"on": "oldest", "do": \["pop sfifo"\]/"on": "oldest", "do": []/
