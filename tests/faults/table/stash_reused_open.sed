# stash.json
# A non-coherent mapping of the same words is taken for the coherent one.
# by: workload
# when: full
# run: -c commands=0 -w script -O script=tests/sim/stash_reused.json
s/ \&\& mode_asked == 0 \&\& command.mode == 0 \&\& (ended/ \&\& mode_asked == 0 \&\& (ended/
