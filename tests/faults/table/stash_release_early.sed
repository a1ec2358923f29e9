# stash.json
# A release does not wait for stores of the stash that are not registered.
# run: -c commands=0 -w fields -s 1 -O rounds=40
s/"on": "release", "when": "out == 0"/"on": "release", "when": "out >= 0"/
