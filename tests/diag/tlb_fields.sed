# < paged.json
s/"key": "page", "doc"/"key": "page", "fields": {"where": "page"}, "doc"/
