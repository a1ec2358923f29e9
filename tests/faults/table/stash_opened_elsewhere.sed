# stash.json
# What a non-coherent mapping has stored becomes its global words also where the mapping is of others from then on.
# by: workload
# when: full
# run: -c commands=0 -w script -O script=tests/sim/stash_opened.json
s/command.mode == 0 \&\& same"/command.mode == 0"/
