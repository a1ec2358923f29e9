# stash.json
# An acquire leaves valid words in the stash.
# run: -c commands=0 -w fields -s 1 -O rounds=40
s/"on": "acquire", "do": \["flash V to I", /"on": "acquire", "do": [/
