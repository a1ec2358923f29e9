# stash.json
# The end of a block leaves private words.
# by: workload
# when: full
# run: -w script -O script=tests/sim/stash_modes.json
s/"flash P to I", "privates = false", "stall"/"privates = false", "stall"/
