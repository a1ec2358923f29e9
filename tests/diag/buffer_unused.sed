# < buffer.json
s/"gather": \["buffer", /"gather": [/
