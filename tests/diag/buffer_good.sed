# < buffer.json

