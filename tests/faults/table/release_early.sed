# gd.json
# A release that finds the even round over does not wait for the odd one.
# by: oracle
s/"when": "even == 0 && odd == 0"/"when": "even == 0"/
