# < local.json
s/"memory": {"lines": "local_lines"}/"memory": {"lines": 12}/
