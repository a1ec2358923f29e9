# < registry.json
s/"in": "data", //
s/"I":  {"doc"/"I":  {"data": false, "doc"/
