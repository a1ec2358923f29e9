# < mappings.json
s/"find": {"map": {"page": "command.page"}/"find": {"map": {"page": "pages.by"}/; s/"age": "maps.tail"/"age": "maps.at"/
