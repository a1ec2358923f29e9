# < buffer.json
s/{"in": "IV", "on": "WRITE", "do": \["@take"\]}/{"in": "IV", "on": "WRITE", "do": ["merge"]}/
