# stash.json
# A block that maps what the one before had first has the other mappings of that one, too.
# by: workload
# when: full
# run: -c commands=0 -w script -O script=tests/sim/stash_reused.json
s/(ended ? command.index == 0 \&\& !(maps.live1 || maps.live2 || maps.live3) : /(ended ? command.index == 0 : /
