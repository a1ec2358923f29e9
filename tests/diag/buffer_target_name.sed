# < buffer.json
s/"buffer.kept = false"/"buffer.keep = false", "msg.kept = true"/
