# tiles.json
# The first line of the memory, fetched for another tile, is taken for the one that it is to be of.
# by: oracle
s/"when": "moved", "do": \["@put"\], "next": "MU"/"when": "moved \&\& line.at > 0", "do": ["@put"], "next": "MU"/
s/about held"\]/about fit(due)"]/
