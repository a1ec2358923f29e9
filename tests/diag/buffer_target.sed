# < buffer.json
s/"on": "ACK", "do": \["out = out - 1"/&, "thread.waits = true", "buffer.kept = true"/
