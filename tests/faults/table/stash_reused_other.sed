# stash.json
# A block finds the words of another one that mapped other words.
# by: workload
# when: full
# run: -c commands=0 -w script -O script=tests/sim/stash_reused.json
s/"kept": {"is": "maps.found \&\& same \&\& /"kept": {"is": "maps.found \&\& /
