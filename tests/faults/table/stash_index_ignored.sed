# stash.json
# A copy answers whatever mapping the load names.
# by: oracle
# when: full
# run: -w script -O script=tests/sim/stash_indexes.json
s/"in": "V", "on": "load", "when": "line.index == command.index", /"in": "V", "on": "load", "when": "named", /
