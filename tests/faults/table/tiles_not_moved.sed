# tiles.json
# A line that was fetched for another tile is taken for the one that it is to be of.
# by: oracle
s/"when": "moved", "do": \["@put"\], "next": "MU"/"when": "moved \&\& due == held", "do": ["@put"], "next": "MU"/
s/about held"\]/about fit(due)"]/
