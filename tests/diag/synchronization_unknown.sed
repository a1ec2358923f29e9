# < buffer.json
s/"consistency": "drf0",/"consistency": "drf0", "synchronization": ["atomic", "loads"],/
