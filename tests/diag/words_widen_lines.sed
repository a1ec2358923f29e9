# < buffer.json
s/{"in": "I", "on": "load", "do": \["allocate/{"in": "I", "on": "load", "widen": true, "do": ["allocate/
