# stash.json
# An access without a mapping uses a registered word's place at once, before that has been written back.
# by: oracle
# when: full
# run: -w script -O script=tests/sim/stash_indexes.json
s/{"in": "R", "on": \["load", "store", "atomic"\], "when": "elsewhere"/{"in": "R", "on": "store", "when": "!named", "do": ["write", "respond", "perform store"]},\n        &/
