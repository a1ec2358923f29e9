# stash.json
# It becomes other global words, where the mapping is of others from then on.
# by: workload
# when: full
# run: -c commands=0 -w script -O script=tests/sim/stash_opened.json
s/command.mode == 0 \&\& same"/command.mode == 0"/
