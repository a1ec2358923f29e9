# mappings.json
# The page of a mapping that ends stays in the cam, and is there already when it is mapped again.
s/"when": "maps.found", "do": \["remove maps", "remove pages", "respond"\]/"when": "maps.found", "do": ["remove maps", "respond"]/
