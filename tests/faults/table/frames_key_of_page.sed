# frames.json
# A mapping that is changed looks for its page by another sum than it was entered by.
s/"change": "fit(maps.page + first)"/"change": "fit(maps.page + first + 1)"/
