# < local.json
s/      "memory": {"lines": "local_lines"},/      "memory": {"lines": "local_lines"}, "cache": {"sets": 2, "ways": 1, "mshrs": 1, "waiters": 1}, "core_port": true,/
