# < registry.json
s/"holds_ways": true/"holds_ways": "line"/
s/"pauses": true/"pauses": 7/
