# < paged.json
s/"key": "page"/"key": "bool"/
