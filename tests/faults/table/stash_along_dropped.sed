# stash.json
# Words that a load brings along do not take the places of another mapping's copies.
# by: workload
# run: -w script -O script=tests/sim/stash_along.json
/"in": "V", "on": "SDATA", "when": "msg.round == round && msg.index != line.index"/d
