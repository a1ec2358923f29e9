# < local.json
s/"beside": "l1"/"beside": "home"/
