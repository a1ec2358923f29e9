# < mixed.json
s/"acks": {"type": "acks", "doc"/"asks": {"type": "request"},\n        &/
