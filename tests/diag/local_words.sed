# < local.json
s/      "memory": {"lines": "local_lines"},/      "memory": {"lines": "local_lines"}, "granularity": "word",/
