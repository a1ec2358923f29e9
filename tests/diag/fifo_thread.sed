# < sfifo.json
s/"on": "oldest", "do": \["pop sfifo"\]/"on": "oldest", "do": ["thread.done = true", "pop sfifo"]/
