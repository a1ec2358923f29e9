# A release that finds the even round over does not wait for the odd one.
s/"when": "even == 0 && odd == 0"/"when": "even == 0"/
