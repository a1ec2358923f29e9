# A release waits for the words of one round only.
s/{"on": "release", "when": "even == 0 \&\& odd == 0"/{"on": "release", "when": "even == 0"/
