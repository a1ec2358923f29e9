# < paged.json
s/"line.has = true"/"line.has = true", "insert pages"/
