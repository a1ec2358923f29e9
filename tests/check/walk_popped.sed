# What a walk offers leaves it without being written back.
s/{"in": "D", "on": "oldest", "do": \["send WRITE{} of line.dirty to home", "line.dirty = {}", "pop sfifo"\]}/{"in": "D", "on": "oldest", "do": ["pop sfifo"]}/
