# window.json
# A window that was fetched for another global line is taken for the one that it is to be of.
# by: oracle
s/"when": "moved", "do": \["@put"\], "next": "MU"/"when": "moved \&\& due == held", "do": ["@put"], "next": "MU"/
s/about fit(held)"\]/about fit(due)"]/
