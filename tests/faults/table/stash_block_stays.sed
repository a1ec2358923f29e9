# stash.json
# Another block has the mappings of the one that has ended.
# by: workload
# when: full
# run: -w script -O script=tests/sim/stash_indexes.json
s/(!ended \&\& maps.live/(maps.found \&\& maps.live/g
