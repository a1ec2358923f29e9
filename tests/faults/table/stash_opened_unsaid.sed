# stash.json
# Nobody is told that what a non-coherent mapping has stored is a global word's from then on.
# by: oracle
# when: full
# run: -c commands=0 -w script -O script=tests/sim/stash_opened.json
s/"publish about fit(here)", //
