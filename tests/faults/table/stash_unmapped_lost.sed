# stash.json
# An atomic without a mapping leaves the word as it was.
# by: oracle
# when: full
# run: -w script -O script=tests/sim/stash_indexes.json
s/"on": "atomic", "when": "!named", "do": \["hit", "atomic", /"on": "atomic", "when": "!named", "do": ["hit", /
