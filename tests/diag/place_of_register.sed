# < registry.json
s/"line": {/"registers": {"last": {"type": "core", "in": "data"}}, &/
