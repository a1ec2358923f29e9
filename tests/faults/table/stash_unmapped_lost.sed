# stash.json
# What is stored without a mapping is not written.
# by: oracle
# when: full
# run: -w script -O script=tests/sim/stash_indexes.json
s/"on": "store", "when": "!named", "do": \["write", /"on": "store", "when": "!named", "do": [/
