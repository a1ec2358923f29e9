# < local.json
s/      "memory": {"lines": "local_lines"},//
