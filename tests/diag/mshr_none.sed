s/"in": "V", "on": "load", "do": \["allocate mshr", "mshr.asked = now",/"in": "V", "on": "load", "do": [/
