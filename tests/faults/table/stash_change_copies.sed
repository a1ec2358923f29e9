# stash.json
# A mapping that becomes another one keeps its copies.
# by: oracle
# when: full
# run: -c commands=0 -w script -O script=tests/sim/stash_changes.json
s/"@name", "changed = false", "@drop", "respond"/"@name", "changed = false", "respond"/
