# dd.json
# A release lets go when one of the two counts is 0.
# by: oracle
s/"when": "even == 0 && odd == 0"/"when": "even == 0 || odd == 0"/
