# < registry.json
s/"data": false, //
s/"in": "data", "doc": "memory/"doc": "memory/
