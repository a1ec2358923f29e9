# < registry.json
s/"in": "data", //g
s/"I":  {"doc"/"I":  {"data": false, "doc"/
