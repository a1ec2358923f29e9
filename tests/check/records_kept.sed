# records.json
# A recall that comes after the line leaves its record behind: what waits for the line waits for ever.
s/"when": "out.acked", "do": \["remove out"\]/"when": "out.acked", "do": []/
