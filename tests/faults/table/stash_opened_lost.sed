# stash.json
# What a non-coherent mapping has stored is dropped when that becomes coherent.
# by: workload
# when: full
# run: -c commands=0 -w script -O script=tests/sim/stash_opened.json
s/"opens = modes == 1 \&\& mode_asked == 1 \&\& command.mode == 0 \&\& same"/"opens = false"/
