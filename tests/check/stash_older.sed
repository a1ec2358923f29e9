# stash.json
# A word of an older mapping is used at its place as if it were of the current one: it is not written back first.
/"in": "R", "on": \["load", "store", "atomic"\], "when": "elsewhere"/d
