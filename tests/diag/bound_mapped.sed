# < local.json
s/"local": \[0\]/"local": [0], "mapped": true/
