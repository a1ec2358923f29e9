# A release waits for one round of stores only.
s/"when": "even == 0 \&\& odd == 0"/"when": "even == 0 || odd == 0"/
