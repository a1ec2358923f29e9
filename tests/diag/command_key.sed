# < commands.json
s/"drop":  {"doc"/"drop":  {"docs": 1, "doc"/
