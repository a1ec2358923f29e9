# < mappings.json
s/"map": {"page": "command.page"}, "end": {"block"/"map": {"pages": "command.page"}, "end": {"block"/; s/"find": {"map": "command.page", "end"/"find": {"map": {"by": "0"}, "end"/
