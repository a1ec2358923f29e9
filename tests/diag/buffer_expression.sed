# < buffer.json
s/"on": "ACK", "do": \["out = out - 1"/"on": "ACK", "do": ["out = buffered ? out : out - 1"/
s/"when": "line.dirty"/"when": "line.dirty \&\& buffer.kept"/
s/"when": "out == 0"/"when": "out == 0 \&\& !buffer.kept"/
s/"copies = msg.kept \&\&/"copies = thread.waits \&\&/
s/"buffer.kept = false"/"buffer.keep = thread.wait"/
