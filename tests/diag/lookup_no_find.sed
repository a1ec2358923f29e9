# < mappings.json
s/"end": "maps.page", "change"/"change"/
