# < buffer.json
s/"line": {"dirty": "bool"}/&, "store_buffer": {"entries": 4}, "thread": {"x": "bool"}/
